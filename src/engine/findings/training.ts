/** Findings of the training scenarios. `{name}` is filled from the facts. */
export const TRAINING_FINDINGS = {
  'training-precision-unsupported': {
    en: '{accelerator} has no matrix units for {precision} training; {nearest} is the nearest that works.',
    zh: '{accelerator} 的矩阵单元不支持 {precision} 训练；最接近的可用精度是 {nearest}。',
  },
  'training-in-fp16': {
    en: '{accelerator} has no bf16: training runs in fp16 with loss scaling, which needs more care.',
    zh: '{accelerator} 不支持 bf16：须以 fp16 加损失缩放训练，稳定性需多加留意。',
  },
  'flash-attention-needs-ampere': {
    en: 'FlashAttention-2 does not run on {accelerator} (compute capability below 8.0); use xformers or the built-in memory-efficient attention.',
    zh: '{accelerator} 的计算能力低于 8.0，无法运行 FlashAttention-2；可改用 xformers 或框架自带的省显存注意力。',
  },
  'training-stack-unknown': {
    en: 'No training software is known to us for {accelerator}.',
    zh: '目前没有已知可用于 {accelerator} 的训练软件。',
  },
  'training-needs-whole-cards': {
    en: 'The server offers a share of {shareRatio} of a card and sharing is not allowed.',
    zh: '该服务器只提供 {shareRatio} 张卡，而不允许共享卡。',
  },
  'training-states-too-large': {
    en: 'Weights, gradients and optimiser states need {neededGiB} GiB in all; {servers} {servers|server|servers} with {accelerator} offer {availableGiB} GiB.',
    zh: '权重、梯度与优化器状态共需 {neededGiB} GiB；{servers} 台 {accelerator} 服务器只能提供 {availableGiB} GiB。',
  },
  'training-does-not-fit': {
    en: 'No layout fits on up to {servers} {servers|server|servers} with {accelerator}: the smallest needs {neededGiB} GiB a card at sequences of {sequenceTokens} tokens, {usableGiB} GiB may be used.',
    zh: '在至多 {servers} 台 {accelerator} 服务器上没有可行布局：序列 {sequenceTokens} token 时每卡至少需 {neededGiB} GiB，可用 {usableGiB} GiB。',
  },
  'training-misses-deadline': {
    en: 'The run takes {fastestHours} hours at best on {servers} {servers|server|servers} with {accelerator}; the deadline is {deadlineHours} hours.',
    zh: '在 {servers} 台 {accelerator} 服务器上最快也需 {fastestHours} 小时，而期限为 {deadlineHours} 小时。',
  },
  'deadline-without-work': {
    en: 'A deadline of {deadlineHours} hours was stated but not how much there is to train: state trainTokens, or samples and epochs.',
    zh: '给出了 {deadlineHours} 小时的期限，但没有给出训练量：请填写 trainTokens，或 samples 与 epochs。',
  },
  'training-work-unknown': {
    en: 'How much there is to train was not stated (trainTokens, or samples and epochs): durations are absent, plans run all month.',
    zh: '未给出训练量（trainTokens，或 samples 与 epochs）：不给出时长，方案按整月运行计算。',
  },
  'sequence-beyond-context': {
    en: 'Sequences of {sequenceTokens} tokens are longer than the {maxContextTokens} that the model was made for.',
    zh: '序列长度 {sequenceTokens} token 超过了模型设计的 {maxContextTokens}。',
  },
  'framework-version-noted': {
    en: 'Version {version} of {framework} is noted; speeds are of the versions in our measurements.',
    zh: '已记录 {framework} 的版本 {version}；速度以实测数据中的版本为准。',
  },
  'training-layout': {
    en: 'Layout: {layout} ({stepSeconds} s a step), the best of {layoutsWeighed} weighed.',
    zh: '布局：{layout}（每步 {stepSeconds} 秒），为所比较的 {layoutsWeighed} 种中最优。',
  },
  'training-layout-tie': {
    en: 'Taken for being plainer: {layout} would take {stepSeconds} s a step ({memoryGiB} GiB a card), a share of {fasterRatio} less; our formulas do not tell layouts apart by less than {tieRatio}, and that one cuts the model into more parts.',
    zh: '取更简单的布局：{layout} 每步 {stepSeconds} 秒（每卡 {memoryGiB} GiB），少 {fasterRatio}（比例）；差距小于 {tieRatio} 时公式无法区分优劣，而它把模型切成更多份。',
  },
  'training-layout-runner-up': {
    en: 'Runner-up: {layout} ({stepSeconds} s a step), {memoryGiB} GiB a card.',
    zh: '次优布局：{layout}（每步 {stepSeconds} 秒），每卡 {memoryGiB} GiB。',
  },
  'training-memory-forces-sharding': {
    en: 'One {accelerator} ({memoryGiB} GiB) cannot hold weights, gradients and optimiser states: they are split over cards.',
    zh: '单张 {accelerator}（{memoryGiB} GiB）放不下权重、梯度与优化器状态：须在多卡间切分。',
  },
  'training-scaling-loss': {
    en: 'Scaling efficiency {scalingEfficiencyRatio}: lost to pipeline bubbles {bubbleRatio}, traffic inside the model {modelTrafficRatio}, gradient and weight traffic {dataTrafficRatio}, stragglers {stragglerRatio} of the step.',
    zh: '扩展效率 {scalingEfficiencyRatio}：流水线气泡 {bubbleRatio}、模型内通信 {modelTrafficRatio}、梯度与权重通信 {dataTrafficRatio}、慢节点 {stragglerRatio}（占每步时间）。',
  },
  'training-rdma-break-even': {
    en: 'RDMA between servers: over TCP at {tcpGbps} Gbps the same layout is {tcpSlowdown} times as slow; below about {breakEvenTokens} tokens a card and step TCP cannot keep up ({tokensPerDevice} here).',
    zh: '服务器间使用 RDMA：若改用 {tcpGbps} Gbps TCP，同一布局慢 {tcpSlowdown} 倍；每卡每步少于约 {breakEvenTokens} token 时 TCP 跟不上（此处为 {tokensPerDevice}）。',
  },
  'training-over-tcp': {
    en: 'No RDMA: about {serverGBps} GB/s a server over TCP; gradient and weight traffic takes {dataTrafficRatio} of the step.',
    zh: '没有 RDMA：每台服务器 TCP 约 {serverGBps} GB/s；梯度与权重通信占每步 {dataTrafficRatio}。',
  },
  'model-training-over-tcp': {
    en: 'No RDMA between {servers} servers: what such a network costs was not measured for this model and can be more than a server brings ({exampleModel}: {exampleOneServer} samples/s a card on one server, {exampleTwoServers} on two). Measure two servers before renting {servers}.',
    zh: '{servers} 台服务器之间没有 RDMA：该模型在此类网络上的损失未经实测，可能超过新增服务器带来的收益（{exampleModel}：单台每卡 {exampleOneServer} 样本/秒，两台仅 {exampleTwoServers}）。租用 {servers} 台之前先实测两台。',
  },
  'full-sharding-over-tcp': {
    en: 'Full sharding (ZeRO-3, FSDP) over TCP at {serverGBps} GB/s a server starves the cards ({tokensPerDevice} tokens a card and step): shard within a server only (hybrid, ZeRO-1 with accumulation), train adapters, or take servers with RDMA.',
    zh: '在每台 {serverGBps} GB/s 的 TCP 上做全分片（ZeRO-3、FSDP）会让卡空等（每卡每步 {tokensPerDevice} token）：应只在服务器内分片（混合分片，或 ZeRO-1 加梯度累积）、只训练适配器，或选用带 RDMA 的服务器。',
  },
  'tensor-parallel-leaves-server': {
    en: 'Tensor parallel {tensorParallel} leaves the {fastDomain} {fastDomain|card|cards} joined by fast links; measured runs lose half their speed so. Use pipeline or data parallel between servers.',
    zh: '张量并行 {tensorParallel} 超出了高速互联的 {fastDomain} 张卡，实测会损失一半速度；服务器之间应改用流水线或数据并行。',
  },
  'training-checkpoints': {
    en: 'Checkpoint of {checkpointGB} GB in {writeSeconds} s, best every {intervalMinutes} minutes at one interruption in {hoursBetweenFailures} hours; useful share of the time {goodputRatio}.',
    zh: '检查点 {checkpointGB} GB，写入 {writeSeconds} 秒；按每 {hoursBetweenFailures} 小时一次中断，最佳间隔 {intervalMinutes} 分钟；有效时间占比 {goodputRatio}。',
  },
  'training-data-feed': {
    en: 'Data set ({datasetKind}, {datasetGiB} GiB): {readMBpsPerServer} MB/s a server are read and {vcpuPerAccelerator} vCPUs a card keep it fed; copy it to local or parallel storage before the run.',
    zh: '数据集（{datasetKind}，{datasetGiB} GiB）：每台服务器读取 {readMBpsPerServer} MB/s，每卡需 {vcpuPerAccelerator} 个 vCPU 供数；训练前应复制到本地盘或并行文件系统。',
  },
  'training-feed-limited': {
    en: '{vcpuPerAccelerator} vCPUs a card decode {samplesPerSecond} samples/s, less than the card could train: the loader sets the pace.',
    zh: '每卡 {vcpuPerAccelerator} 个 vCPU 只能解码 {samplesPerSecond} 样本/秒，低于卡的训练速度：瓶颈在数据加载。',
  },
  'tccl-vendor-claim': {
    en: 'TCCL was asked for: its vendor claims about 50 % more bandwidth use than NCCL in large-model training; not confirmed by measurements of ours.',
    zh: '按要求计入 TCCL：厂商称大模型训练中带宽利用率较 NCCL 提高约 50%；我们没有实测证实。',
  },
  'training-speed-unknown': {
    en: 'The datasheet of {accelerator} lacks compute or bandwidth figures: no speed can be given.',
    zh: '{accelerator} 的规格缺少算力或带宽数据：无法给出速度。',
  },
  'training-out-of-memory': {
    en: 'Out of memory: the fullest card needs {neededGiB} GiB of {deviceGiB} GiB.',
    zh: '显存不足：占用最多的卡需要 {neededGiB} GiB，而卡上共 {deviceGiB} GiB。',
  },
  'training-offloaded': {
    en: 'Optimiser states are kept in host memory (about {hostGiB} GiB in all); the step waits for PCIe and the CPU.',
    zh: '优化器状态放在主机内存（共约 {hostGiB} GiB）；每步须等待 PCIe 与 CPU。',
  },
  'training-nearest-measurement': {
    en: 'Corrected by {rows} published measurements, nearest: {model} on {accelerator} with {framework} ({source}).',
    zh: '按 {rows} 条公开实测校正，最接近的是 {accelerator} 上用 {framework} 训练的 {model}（{source}）。',
  },
  'training-no-measurement': {
    en: 'No published measurement is near this job on {accelerator}: formulas and fitted constants only.',
    zh: '没有与此任务在 {accelerator} 上相近的公开实测：仅用公式与拟合常数。',
  },
  'training-model-not-measured': {
    en: 'No published training speed of {model} is known; {reference} was scaled by the work a sample.',
    zh: '没有 {model} 的公开训练速度；按每样本计算量由 {reference} 折算。',
  },
  'training-test-summary': {
    en: 'Run {steps} steps on one server with your data and the layout below, then compare the step time ({stepSeconds} s expected) and the peak memory ({memoryGiB} GiB a card expected).',
    zh: '先用自己的数据按下述布局在一台服务器上跑 {steps} 步，再与预期的每步时间（{stepSeconds} 秒）和显存峰值（每卡 {memoryGiB} GiB）比较。',
  },
  'training-test-without-plan': {
    en: 'No plan fits yet: run {steps} steps with a smaller model or a shorter sequence on one card to learn the memory and the speed.',
    zh: '尚无可行方案：先用更小的模型或更短的序列在一张卡上跑 {steps} 步，了解显存与速度。',
  },
  'training-test-decide-memory': {
    en: 'If the peak memory is above {limitGiB} GiB a card: halve the micro-batch, then recompute activations, then shard more.',
    zh: '若每卡显存峰值超过 {limitGiB} GiB：先减半微批，再启用激活重算，再增加分片。',
  },
  'training-test-decide-speed': {
    en: 'If the step is slower than {highSeconds} s: profile the loader and the traffic before renting more servers.',
    zh: '若每步慢于 {highSeconds} 秒：增加服务器之前先分析数据加载与通信。',
  },
  'training-test-decide-scaling': {
    en: 'If two servers reach less than {ratio} of twice the speed of one: check RDMA with nccl-tests before renting {servers}.',
    zh: '若两台服务器不到一台速度的两倍的 {ratio}：在租用 {servers} 台之前先用 nccl-tests 检查 RDMA。',
  },
  'training-interruptions': {
    en: 'With the stated interruptions the useful share of the time is {goodputRatio}.',
    zh: '按所给的中断频率，有效时间占比为 {goodputRatio}。',
  },
  'model-training-test-summary': {
    en: 'Train {model} for {steps} steps with your own data loader; expected {samplesPerSecond} samples/s on the whole plan.',
    zh: '用自己的数据加载器训练 {model} {steps} 步；整个方案预期 {samplesPerSecond} 样本/秒。',
  },
  'model-training-test-decide': {
    en: 'If synthetic data is much faster than your own, the loader or the disk is the limit: take more vCPUs a card, decode on the card, or faster storage.',
    zh: '若合成数据明显快于真实数据，瓶颈在加载器或磁盘：增加每卡 vCPU、改用卡上解码或更快的存储。',
  },
  'roadmap-one-card-short': {
    en: 'One card: run {model} with short sequences for about {steps} steps; measure memory, tokens a second and the loss curve.',
    zh: '单卡：用 {model} 以短序列跑约 {steps} 步；测显存、每秒 token 数与损失曲线。',
  },
  'roadmap-one-card-steps': {
    en: 'One card: {what} for about {steps} steps; measure memory, tokens a second and the loss curve.',
    zh: '单卡：用 {what} 跑约 {steps} 步；测显存、每秒 token 数与损失曲线。',
  },
  'roadmap-one-card-why': {
    en: 'Code, data and effect are proved at the price of one card, about {hours} hours.',
    zh: '以一张卡的价格、约 {hours} 小时验证代码、数据与效果。',
  },
  'roadmap-one-server': {
    en: 'One server with {devices} {devices|card|cards}: the whole job as {layout}.',
    zh: '一台 {devices} 卡服务器：以 {layout} 运行整个任务。',
  },
  'roadmap-sharding-why': {
    en: 'States of {stateGiB} GiB do not fit on one card of {memoryGiB} GiB: from here on they are sharded.',
    zh: '{stateGiB} GiB 的状态放不进 {memoryGiB} GiB 的单卡：从此处开始切分。',
  },
  'roadmap-whole-fits-why': {
    en: 'The job fits on one card of {memoryGiB} GiB; more cards only make it faster.',
    zh: '任务可放进 {memoryGiB} GiB 的单卡；更多卡只为更快。',
  },
  'roadmap-two-servers': {
    en: 'Two servers: measure what the network costs before renting {servers}.',
    zh: '两台服务器：在租用 {servers} 台之前先测网络的代价。',
  },
  'roadmap-network-why': {
    en: 'Each server sends {serverGbps} Gbps while it trains.',
    zh: '训练时每台服务器发送 {serverGbps} Gbps。',
  },
  'roadmap-cluster': {
    en: '{servers} {servers|server|servers} ({devices} {devices|card|cards}): {hours} hours, {acceleratorHours} card-hours, as {layout}.',
    zh: '{servers} 台服务器（{devices} 张卡）：{hours} 小时，{acceleratorHours} 卡时，布局 {layout}。',
  },
  'roadmap-deadline-why': {
    en: '{servers} {servers|server keeps|servers keep} the deadline of {deadlineHours} hours; one alone would take about {oneServerHours} hours.',
    zh: '{servers} 台服务器可满足 {deadlineHours} 小时的期限；仅一台约需 {oneServerHours} 小时。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

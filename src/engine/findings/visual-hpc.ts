/** Findings of rendering, workstations, transcoding, simulation and inference other than language models. */
export const VISUAL_HPC_FINDINGS = {
  'renderer-not-on-card': {
    en: 'The GPU mode of {renderer} does not run on {accelerator}.',
    zh: '{renderer} 的 GPU 模式不支持 {accelerator}。',
  },
  'renderer-cannot-spill': {
    en: '{renderer} cannot keep part of a scene in host memory: allowOutOfCore changes nothing.',
    zh: '{renderer} 不能把场景放到主机内存：allowOutOfCore 不起作用。',
  },
  'scene-memory-unknown': {
    en: 'You did not state sceneMemoryGiB: whether the scene fits a card was not checked.',
    zh: '未提供 sceneMemoryGiB：没有检查场景能否装入显存。',
  },
  'scene-memory-short': {
    en: 'The scene needs {neededGiB} GiB with the renderer; a device of {accelerator} has {deviceMemoryGiB} GiB.',
    zh: '场景连同渲染器需要 {neededGiB} GiB，{accelerator} 每个设备只有 {deviceMemoryGiB} GiB。',
  },
  'slice-slower-than-share': {
    en: 'A slice of {share} of a card renders slower than its share (measured 4 to 44 % less).',
    zh: '一张卡的 {share} 切片比其份额更慢（实测低 4% 至 44%）。',
  },
  'frame-longer-than-deadline': {
    en: 'One frame takes {secondsPerFrame} s here: longer than the {deadlineHours} h allowed.',
    zh: '单帧需要 {secondsPerFrame} 秒，超过允许的 {deadlineHours} 小时。',
  },
  'cpu-frame-time-rough': {
    en: 'A frame time on {vcpu} vCPUs says little about GPUs: {vcpuEqualToT4} vCPUs were counted as one T4 (37 to 192 in published tests). Measure one frame on a card.',
    zh: '用 {vcpu} 个 vCPU 的帧时间推算 GPU 很粗略：按 {vcpuEqualToT4} vCPU 等于一张 T4 计（公开测试为 37 至 192）。请在显卡上实测一帧。',
  },
  'has-rt-cores': {
    en: '{accelerator} traces rays in hardware.',
    zh: '{accelerator} 具备硬件光线追踪。',
  },
  'no-rt-cores': {
    en: '{accelerator} has no RT cores (or the renderer does not use them): ray-traced frames take longer than its FP32 rate suggests.',
    zh: '{accelerator} 没有 RT 核心（或渲染器不使用）：光追帧比其 FP32 算力所示更慢。',
  },
  'frame-time-transferred': {
    en: 'A frame takes {secondsPerFrame} s on {accelerator} ({lowSecondsPerFrame} to {highSecondsPerFrame}), from {reference} on {referenceAccelerator}.',
    zh: '在 {accelerator} 上每帧 {secondsPerFrame} 秒（{lowSecondsPerFrame} 至 {highSecondsPerFrame}），依据 {reference}（{referenceAccelerator}）。',
  },
  'one-frame-a-device': {
    en: '{framesAtOnce} frames are rendered at once: frames are independent, so cards do not share one.',
    zh: '同时渲染 {framesAtOnce} 帧：各帧独立，多卡不共渲一帧。',
  },
  'batch-hours-a-month': {
    en: '{batchesPerMonth} {batchesPerMonth|batch|batches} a month of {runHours} h: {hoursPerMonth} paid hours a month for each server.',
    zh: '每月 {batchesPerMonth} 批、每批 {runHours} 小时，每台服务器每月计费 {hoursPerMonth} 小时。',
  },
  'batch-finish': {
    en: 'Started at {startsAt}, the batch is ready at {finishesAt} ({finishesAtIfSlow} at the slow end); it runs {runHours} h.',
    zh: '{startsAt} 开始，{finishesAt} 完成（最慢 {finishesAtIfSlow}）；运行 {runHours} 小时。',
  },
  'deadline-not-safe': {
    en: 'At the slow end of the estimate the batch takes {highHours} h, more than the {deadlineHours} h allowed: test a frame before relying on it, or rent {safeServers} servers.',
    zh: '按估计的最慢值需要 {highHours} 小时，超过允许的 {deadlineHours} 小时：依赖前请先实测一帧，或租用 {safeServers} 台服务器。',
  },
  'out-of-core': {
    en: 'The scene is larger than a device of {accelerator} and spills to host memory: counted as 2 times slower (1.2 to 4); no public measurement exists.',
    zh: '场景大于 {accelerator} 的显存，会溢出到主机内存：按慢 2 倍计（1.2 至 4 倍）；没有公开实测。',
  },
  'render-licences': {
    en: '{licences} render licences are needed (one for each {licensedPer}); they are not in the price.',
    zh: '需要 {licences} 个渲染许可（按 {licensedPer} 计）；价格中不含。',
  },
  'no-published-figure': {
    en: 'Nobody publishes a figure for this job on {accelerator}, and its datasheet does not allow a transfer: an option to test.',
    zh: '没有该任务在 {accelerator} 上的公开数据，其规格也不足以推算：仅作为待测选项。',
  },
  'test-first-on-card': {
    en: 'Before renting all of it, run {what} on one {accelerator}.',
    zh: '全部租用前，先在一张 {accelerator} 上运行：{what}。',
  },
  'test-first-any-card': {
    en: 'Run {what} on one card first.',
    zh: '请先在一张卡上运行：{what}。',
  },
  'decide-frame-time': {
    en: 'Enter the measured frame time as the reference and ask again: the interval narrows.',
    zh: '把实测帧时间填为参考再次查询：区间会变窄。',
  },
  'decide-scene-memory': {
    en: 'If the heaviest frame comes near the card memory, take the next larger card: out-of-core rendering is slower by an unknown factor.',
    zh: '若最重的帧接近显存上限，请选更大的卡：溢出渲染会慢，幅度未知。',
  },
  'road-one-card-frames': {
    en: 'Render typical frames on one card on demand.',
    zh: '按量租一张卡，渲染典型帧。',
  },
  'road-one-night': {
    en: 'Render one real batch on {servers} {servers|server|servers} and compare the finish time.',
    zh: '用 {servers} 台服务器渲染真实的一批，核对完成时间。',
  },
  'road-farm-by-orders': {
    en: 'Start servers when a batch is due and release them when it is done; subscribe only for what runs all month.',
    zh: '有批次时开机，渲染完即释放；只为整月都在跑的部分包月。',
  },
  'batches-on-demand': {
    en: 'A batch that runs only at night pays less on demand than by the month unless the paid hours pass the break-even.',
    zh: '只在夜间运行的批次，除非计费小时超过盈亏平衡点，按量比包月便宜。',
  },
  'sister-model': {
    en: 'No measurement of {model} is known; it is sized like {sister}, which is built alike.',
    zh: '没有 {model} 的实测；按结构相同的 {sister} 估算。',
  },
  'family-by-flops': {
    en: 'No measurement of {model} is known; it is sized by its work ({gigaflopPerItem} GFLOP an item) from models of its kind.',
    zh: '没有 {model} 的实测；按其计算量（每项 {gigaflopPerItem} GFLOP）由同类模型推算。',
  },
  'model-without-reference': {
    en: 'Nobody has published a speed of {model} ({task}) that could be carried to these cards: no figure is given. Measure it on one card and state the reference.',
    zh: '没有可用于推算的 {model}（{task}）公开速度：不给出数字。请在一张卡上实测并填写 reference。',
  },
  'engine-not-on-card': {
    en: 'The engine {engine} does not run on {accelerator}.',
    zh: '引擎 {engine} 不支持 {accelerator}。',
  },
  'no-inference-software': {
    en: 'No inference software of {accelerator} is known to the catalogue.',
    zh: '目录中没有 {accelerator} 的推理软件。',
  },
  'precision-not-on-card': {
    en: '{accelerator} cannot compute at {precision}; the nearest that works is {nearest}.',
    zh: '{accelerator} 不支持 {precision} 计算；最接近的可用精度为 {nearest}。',
  },
  'model-memory-short': {
    en: 'The model needs {neededGiB} GiB on one device; {accelerator} has {deviceMemoryGiB} GiB.',
    zh: '模型在单个设备上需要 {neededGiB} GiB，{accelerator} 只有 {deviceMemoryGiB} GiB。',
  },
  'latency-goal-missed': {
    en: 'An item takes {latencyMs} ms on {accelerator} even alone; the goal is {goalMs} ms.',
    zh: '在 {accelerator} 上单个请求即需 {latencyMs} ms，目标为 {goalMs} ms。',
  },
  'speed-from-reference': {
    en: '{accelerator} does {itemsPerSecond} {item}s a second at batch {batch} ({evidence}), from {reference} ({referenceModel}) on {referenceAccelerator}.',
    zh: '{accelerator} 在批大小 {batch} 时每秒 {itemsPerSecond}（{item}，{evidence}），依据 {referenceAccelerator} 上的 {reference}（{referenceModel}）。',
  },
  'latency-without-goal': {
    en: 'No latency goal is stated: with {concurrency} in flight one {item} takes about {latencySeconds} s. State latencyMs to size for a shorter one.',
    zh: '未给出时延目标：并发 {concurrency} 时每个 {item} 约需 {latencySeconds} 秒。如需更短，请给出 latencyMs。',
  },
  'host-bound': {
    en: 'The {vcpuPerDevice} vCPUs beside each device are the limit: each {item} costs {cpuSecondsPerItem} vCPU-seconds of preparation.',
    zh: '每个设备旁的 {vcpuPerDevice} 个 vCPU 是瓶颈：每个 {item} 需要 {cpuSecondsPerItem} vCPU·秒的预处理。',
  },
  'memory-from-measurement': {
    en: 'A worker of the pipeline takes {memoryGiB} GiB, its largest published peak ({reference}).',
    zh: '流水线的一个工作进程占用 {memoryGiB} GiB，取自公开的最大峰值（{reference}）。',
  },
  'workers-bound-by-memory': {
    en: 'The {deviceMemoryGiB} GiB of {accelerator} hold {workers} {workers|worker|workers}, too few to keep it busy: it waits for the host between pages.',
    zh: '{accelerator} 的 {deviceMemoryGiB} GiB 显存只能容纳 {workers} 个工作进程，不足以使其饱和：显卡在页与页之间等待主机。',
  },
  'sharing-fits': {
    en: 'The service uses {computeRatio} of a card and {memoryRatio} of its memory: it can share the card with other services.',
    zh: '该服务只用一张卡的 {computeRatio} 算力、{memoryRatio} 显存：可与其他服务共享。',
  },
  'share-the-card': {
    en: 'The load takes {computeRatio} of a card of {instanceType} and {memoryGiB} GiB: under {technology} it is a slice of {slicePercent} % and {sliceMemoryGiB} GiB, and the rest is free. Ask /consolidate with these figures beside your other light services.',
    zh: '该负载只占 {instanceType} 一张卡的 {computeRatio} 算力与 {memoryGiB} GiB 显存：用 {technology} 切出 {slicePercent} % 与 {sliceMemoryGiB} GiB 即可，其余空闲。可将这些数字与其他轻量服务一起提交 /consolidate。',
  },
  'sharing-does-not-fit': {
    en: 'Sharing a card is not advised: the service fills {computeRatio} of its cards at the peak and {memoryRatio} of the memory.',
    zh: '不建议共享：峰值时该服务占用其显卡 {computeRatio} 的算力与 {memoryRatio} 的显存。',
  },
  'decide-own-reference': {
    en: 'State what you measured as the reference and ask again: it replaces the published one.',
    zh: '把实测值填为 reference 再次查询：它将替代公开数据。',
  },
  'decide-host-or-card': {
    en: 'If the card idles while the CPUs are full, take types with more vCPUs a card; if the card is full, a faster card.',
    zh: '若卡闲而 CPU 满，选每卡 vCPU 更多的规格；若卡满，选更快的卡。',
  },
  'road-one-card-model': {
    en: 'Validate model, precision and quality on one card.',
    zh: '先在一张卡上验证模型、精度与效果。',
  },
  'road-share-light-services': {
    en: 'Merge light services on shared cards after a load test.',
    zh: '压测后将轻量服务合并到共享卡。',
  },
  'road-scale-with-load': {
    en: 'Scale out with the load to {servers} {servers|server|servers} at the peak instead of buying for it.',
    zh: '随负载弹性扩展，峰值 {servers} 台，而不是按峰值长期购买。',
  },
  'no-video-encoder': {
    en: '{accelerator} has no video encoder.',
    zh: '{accelerator} 没有视频编码器。',
  },
  'no-video-decoder': {
    en: '{accelerator} has no video decoder.',
    zh: '{accelerator} 没有视频解码器。',
  },
  'codec-not-encoded': {
    en: 'The encoder of {accelerator} does not write {codec}.',
    zh: '{accelerator} 的编码器不支持 {codec}。',
  },
  'codec-not-decoded': {
    en: 'The decoder of {accelerator} does not read {codec}.',
    zh: '{accelerator} 的解码器不支持 {codec}。',
  },
  'stream-larger-than-device': {
    en: 'One stream is more than a device of {accelerator} can do ({streamsPerDevice} of a stream).',
    zh: '单路流超过 {accelerator} 一个设备的能力（仅 {streamsPerDevice} 路）。',
  },
  'encoder-sessions-short': {
    en: 'The driver of {accelerator} allows {sessions} encoding sessions a system: fewer than the rungs of one stream.',
    zh: '{accelerator} 的驱动每台机器只允许 {sessions} 个编码会话，少于一路流的档数。',
  },
  'streams-per-device': {
    en: '{accelerator}: {streamsPerDevice} streams a device, limited by the {bound} (encoders {encoders}: {encoderStreams}; decoders {decoders}: {decoderStreams}); from {reference}.',
    zh: '{accelerator}：每个设备 {streamsPerDevice} 路，受 {bound} 限制（编码引擎 {encoders} 个：{encoderStreams} 路；解码引擎 {decoders} 个：{decoderStreams} 路）；依据 {reference}。',
  },
  'decoder-count-unknown': {
    en: 'How many decoders {accelerator} has is not known; one was assumed.',
    zh: '{accelerator} 的解码引擎数未知，按 1 个计。',
  },
  'geforce-sessions': {
    en: 'GeForce drivers allow {sessions} encoding sessions a system: the engines of {accelerator} cannot be filled.',
    zh: 'GeForce 驱动每台机器只允许 {sessions} 个编码会话：{accelerator} 的引擎无法用满。',
  },
  'decide-streams': {
    en: 'The last number of streams at which none falls behind, times 0.8, is the capacity of a card.',
    zh: '不掉帧的最大路数乘以 0.8，即为单卡容量。',
  },
  'road-one-card-streams': {
    en: 'Fill one card with real streams and look at the picture quality.',
    zh: '用真实码流压满一张卡，并检查画质。',
  },
  'road-scale-streams': {
    en: 'Scale to {servers} {servers|server|servers} at the peak; add and release them with the number of streams.',
    zh: '峰值扩展到 {servers} 台，随路数增减。',
  },
  'queue-without-end': {
    en: 'More arrives than is served: the queue grows as long as the load lasts, so that no latency is stated.',
    zh: '到达量超过处理能力：只要负载持续，队列就会不断增长，因此不给出时延。',
  },
  'user-needs': {
    en: 'Each {userType} user is counted with {frameBufferGiB} GiB of graphics memory, {vcpu} vCPU and {memoryGiB} GiB ({licence} licence).',
    zh: '{userType} 用户按 {frameBufferGiB} GiB 显存、{vcpu} vCPU、{memoryGiB} GiB 内存计（{licence} 许可）。',
  },
  'no-graphics-engine': {
    en: '{accelerator} has no graphics and video engines for desktops.',
    zh: '{accelerator} 没有用于桌面的图形与视频引擎。',
  },
  'user-does-not-fit': {
    en: 'A {userType} user does not fit a device of {accelerator} here ({limit}): {deviceMemoryGiB} GiB graphics memory, {vcpu} vCPU, {hostMemoryGiB} GiB; needed {neededFrameBufferGiB} GiB, {neededVcpu} vCPU, {neededMemoryGiB} GiB.',
    zh: '{userType} 用户放不进此处的 {accelerator} 设备（{limit}）：显存 {deviceMemoryGiB} GiB、{vcpu} vCPU、内存 {hostMemoryGiB} GiB；需要 {neededFrameBufferGiB} GiB、{neededVcpu} vCPU、{neededMemoryGiB} GiB。',
  },
  'seats-per-device': {
    en: '{seats} {userType} {seats|user|users} a device of {accelerator} (share {share}), limited by {limit}.',
    zh: '{accelerator} 每个设备（份额 {share}）{seats} 个 {userType} 用户，受 {limit} 限制。',
  },
  'vgpu-profile-used': {
    en: 'Those {userType} seats are vGPUs of the profile {profile}.',
    zh: '{userType} 用户使用 vGPU 配置 {profile}。',
  },
  'graphics-licence-and-driver': {
    en: 'Rendering families are preferred: the graphics licence (vDWS/vWS) and the GRID driver come installed.',
    zh: '优先渲染型实例：图形许可（vDWS/vWS）与 GRID 驱动已预装。',
  },
  'graphics-licences-needed': {
    en: '{licences} {kind} {licences|licence is|licences are} needed; families that include them say so, elsewhere they are bought apart and not in the price.',
    zh: '需要 {licences} 个 {kind} 许可；自带许可的规格族会注明，其他需另购且不含在价格内。',
  },
  'no-graphics-licence-for-card': {
    en: 'NVIDIA sells no virtual-workstation licence for {accelerator}: seats run on the ordinary driver of a GeForce card.',
    zh: 'NVIDIA 不为 {accelerator} 提供虚拟工作站许可：席位只能使用 GeForce 普通驱动。',
  },
  'workstation-tight': {
    en: 'vCPUs or memory beside {accelerator} are below what the users need: expect waits when all work at once.',
    zh: '{accelerator} 配套的 vCPU 或内存低于用户需求：同时工作时会有等待。',
  },
  'decide-profile': {
    en: 'Take the profile above the measured peak of graphics memory; halve the seats if encoders or CPUs pass 80 %.',
    zh: '选择高于实测显存峰值的配置；若编码器或 CPU 超过 80%，席位减半。',
  },
  'road-five-users': {
    en: 'Let five real users work for a morning on one card.',
    zh: '让五个真实用户在一张卡上工作一上午。',
  },
  'road-seats': {
    en: 'Roll out to {servers} {servers|server|servers}; stop the machines of users who are away.',
    zh: '推广到 {servers} 台；用户离开时关机。',
  },
  'code-without-reference': {
    en: 'No published run of {code} could be used: no figure is given. Measure a run on one card and state the reference.',
    zh: '没有可用的 {code} 公开运行数据：不给出数字。请在一张卡上实测并填写 reference。',
  },
  'run-of-one-day': {
    en: 'You did not state the work of a run; what the nearest measured card of {code} does in a day ({work}) was assumed.',
    zh: '未提供每次运行的工作量；按 {code} 最接近的实测显卡一天的量（{work}）计。',
  },
  'run-memory-unknown': {
    en: 'You did not state memoryGiB: whether a run fits the cards was not checked.',
    zh: '未提供 memoryGiB：没有检查是否能装入显存。',
  },
  'code-not-on-card': {
    en: '{code} does not run on {accelerator}: it is no GPU.',
    zh: '{code} 不支持 {accelerator}：它不是 GPU。',
  },
  'run-memory-short': {
    en: 'A run needs {neededGiB} GiB; as many servers with {accelerator} as are allowed hold {availableGiB} GiB.',
    zh: '一次运行需要 {neededGiB} GiB；允许数量的 {accelerator} 服务器共 {availableGiB} GiB。',
  },
  'runs-not-in-time': {
    en: 'Even {servers} {servers|server|servers} with {accelerator} take {hours} h; {deadlineHours} h are allowed.',
    zh: '即使 {servers} 台 {accelerator} 服务器也需 {hours} 小时，允许 {deadlineHours} 小时。',
  },
  'run-time-from-reference': {
    en: 'A run of {code} ({case}) takes {hoursPerRun} h on {accelerator} ({evidence}), from {reference} on {referenceAccelerator}.',
    zh: '{code}（{case}）在 {accelerator} 上每次运行 {hoursPerRun} 小时（{evidence}），依据 {reference}（{referenceAccelerator}）。',
  },
  'weak-double-precision': {
    en: '{accelerator} is weak in double precision ({fp64Tflops} of {fp32Tflops} TFLOP/s): check whether the code can run mixed or single.',
    zh: '{accelerator} 双精度很弱（{fp64Tflops} / {fp32Tflops} TFLOP/s）：请确认软件能否用混合或单精度。',
  },
  'run-scaling': {
    en: '{cards} {cards|card|cards} work on one run at an efficiency of {scalingEfficiencyRatio} ({scaling} scaling code).',
    zh: '{cards} 张卡共同运行，效率 {scalingEfficiencyRatio}（扩展性 {scaling}）。',
  },
  'scaling-without-rdma': {
    en: 'A run over {servers} {servers|server|servers} without RDMA of 100 Gbps loses much of the added cards.',
    zh: '跨 {servers} 台服务器而没有 100 Gbps RDMA，新增显卡的收益大打折扣。',
  },
  'run-replicas-instead': {
    en: '{code} gains little from several cards a run: use them for replicas, one a card.',
    zh: '{code} 单次运行多卡收益小：宜一卡一个副本。',
  },
  'serial-setup': {
    en: '{setupHoursPerRun} h of each run do not get shorter with the card.',
    zh: '每次运行有 {setupHoursPerRun} 小时不随显卡加速。',
  },
  'decide-scaling': {
    en: 'Use as many cards a run as keep the efficiency above 0.7, and the others for further runs.',
    zh: '单次运行的卡数以效率高于 0.7 为限，其余用于并行任务。',
  },
  'decide-own-run': {
    en: 'Enter the measured hours as the reference and ask again.',
    zh: '把实测小时数填为参考再次查询。',
  },
  'road-one-card-run': { en: 'Run your input on one card.', zh: '在一张卡上运行您的算例。' },
  'road-scaling-test': { en: 'Test 2, 4 and 8 cards of a server.', zh: '测试单机 2、4、8 卡。' },
  'road-runs': {
    en: 'Run the series on {servers} {servers|server|servers} and release them after.',
    zh: '用 {servers} 台服务器跑完整个系列后释放。',
  },
  'cards-per-item-short': {
    en: 'An item is to be spread over {cardsPerItem} {cardsPerItem|card|cards}; a server has {count}.',
    zh: '单个任务需分布到 {cardsPerItem} 张卡，而一台服务器只有 {count} 张。',
  },
  'field-without-effect': {
    en: '{field} has no effect here: {why}.',
    zh: '{field} 在此不起作用：{why}。',
  },
  'spill-allowed': {
    en: 'allowOutOfCore: a scene of up to twice the card memory may spill to host memory with {renderer}, at an unknown loss of speed.',
    zh: 'allowOutOfCore：使用 {renderer} 时，最多两倍显存的场景可溢出到主机内存，速度损失未知。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

/** Findings of this room. `{name}` is filled from the facts. */
export const INFERENCE_FINDINGS = {
  'inference-model': {
    en: '{model}: {totalParametersBillion} billion parameters, {activeParametersBillion} billion active a token, weights in {weightPrecision}, cache in {kvCachePrecision}.',
    zh: '{model}：共 {totalParametersBillion} 十亿参数，每个 token 激活 {activeParametersBillion} 十亿，权重精度 {weightPrecision}，KV 缓存精度 {kvCachePrecision}。',
  },
  'engine-settings': {
    en: 'Engine {engine} (release: {version}): {memoryUtilizationRatio} of device memory, {maxBatchedTokens} tokens a step; sequences of a replica at once: {maxSequences}; CUDA graphs: {cudaGraphs}; chunked prefill: {chunkedPrefill}.',
    zh: '推理引擎 {engine}（版本：{version}）：使用设备显存的 {memoryUtilizationRatio}，每步最多 {maxBatchedTokens} token；每副本同时序列数：{maxSequences}；CUDA Graph：{cudaGraphs}；分块预填充：{chunkedPrefill}。',
  },
  'sampling-memory-default': {
    en: 'Memory is set aside for sampling {maxSequences} sequences at once. On this card vLLM takes {engineDefault} unless told, which costs about {extraGiB} GiB of cache: start it with --max-num-seqs {maxSequences}, or state maxSequences.',
    zh: '显存按同时采样 {maxSequences} 条序列预留。在此卡上 vLLM 默认取 {engineDefault} 条，会多占约 {extraGiB} GiB 缓存空间：请以 --max-num-seqs {maxSequences} 启动，或在请求中给出 maxSequences。',
  },
  'checkpoint-cache-precision': {
    en: '{engine} takes the precision of the cache from the checkpoint; published {weightPrecision} checkpoints state {kvCachePrecision}, so memory and times are for that. State kvCachePrecision for another one.',
    zh: '{engine} 的 KV 缓存精度取自权重检查点；公开的 {weightPrecision} 检查点声明为 {kvCachePrecision}，显存与时延均按此计算。如需其他精度，请给出 kvCachePrecision。',
  },
  'step-overrun': {
    en: 'The weights fit {accelerator}, but a full step of prompt tokens runs out of memory: kernels of linear attention need {overrunGiB} GiB more than the engine leaves free, and it does not profile them. State a smaller maxBatchedTokens or memoryUtilizationRatio.',
    zh: '权重可放入 {accelerator}，但一整步提示词会耗尽显存：线性注意力内核比引擎留出的空间多需 {overrunGiB} GiB，而引擎启动时不会测算这部分。请给出更小的 maxBatchedTokens 或 memoryUtilizationRatio。',
  },
  'range-stated': {
    en: '{field} was given as a range {low} – {high}; sized for {expected}, the intervals cover the range.',
    zh: '{field} 以区间 {low} – {high} 给出；按 {expected} 规划，区间结果覆盖该范围。',
  },
  'shared-prefix': {
    en: '{sharedPrefixTokens} of {inputTokens} prompt tokens are served from the prefix cache and stored once.',
    zh: '提示词 {inputTokens} token 中有 {sharedPrefixTokens} token 由前缀缓存提供，只存储一份。',
  },
  'model-unverified': {
    en: 'The figures of {model} are recalled, not re-read from its config; they were checked only by parameter arithmetic.',
    zh: '{model} 的结构数据来自记忆，未与原始配置核对，仅做过参数量校验。',
  },
  'model-inconsistent': {
    en: 'The stated numbers give {computedBillion} billion parameters, the stated total is {statedBillion} billion; the total was kept.',
    zh: '按所给结构计算为 {computedBillion} 十亿参数，与声明的 {statedBillion} 十亿不符；以声明总量为准。',
  },
  'config-fields-unused': {
    en: 'Fields of the Hugging Face config that sizing does not use: {fields}.',
    zh: 'Hugging Face 配置中未被容量估算使用的字段：{fields}。',
  },
  'config-quantisation': {
    en: 'The Hugging Face config states quantisation {method}; taken as {weightPrecision}.',
    zh: 'Hugging Face 配置声明量化方式 {method}，按 {weightPrecision} 处理。',
  },
  'precision-from-name': {
    en: 'The name "{name}" states {weightPrecision}; the architecture is that of {model}.',
    zh: '名称 “{name}” 表明精度为 {weightPrecision}；结构按 {model} 处理。',
  },
  'model-read-as': {
    en: '"{name}" keeps the architecture of {model}; it was sized as such.',
    zh: '“{name}” 与 {model} 结构相同，按其估算。',
  },
  'parameters-unlike-layers': {
    en: 'Stated are {parametersBillion} billion parameters, but the layers stated make {countedBillion} billion; the stated number was sized. Check both.',
    zh: '所填参数量为 {parametersBillion}B，而所填的层结构合计为 {countedBillion}B；按所填参数量估算，请核对两者。',
  },
  'load-inference': {
    en: '{requestsInFlight} requests in flight at {inputTokens} prompt and {outputTokens} generated tokens each.',
    zh: '并发 {requestsInFlight} 个请求，每个输入 {inputTokens} token、输出 {outputTokens} token。',
  },
  'context-beyond-model': {
    en: 'The context of {maxContextTokens} tokens is longer than the {modelContextTokens} that {model} was made for.',
    zh: '上下文 {maxContextTokens} token 超过 {model} 支持的 {modelContextTokens} token。',
  },
  'bf16-as-fp16': {
    en: '{accelerator} (compute capability {computeCapability}) has no bf16; the weights are served in fp16.',
    zh: '{accelerator}（计算能力 {computeCapability}）不支持 bf16，权重以 fp16 运行。',
  },
  'weight-only': {
    en: '{accelerator} has no {precision} arithmetic: weights stay small but multiply at the 16-bit rate.',
    zh: '{accelerator} 无 {precision} 算力：权重仍省显存，但按 16 位速率计算。',
  },
  'precision-unsupported': {
    en: '{engine} cannot run {precision} on {accelerator}: it needs compute capability {needed}, the card has {computeCapability}.',
    zh: '{engine} 无法在 {accelerator} 上运行 {precision}：需要计算能力 {needed}，该卡为 {computeCapability}。',
  },
  'engine-unsupported': {
    en: '{engine} does not run on {accelerator} ({why}).',
    zh: '{engine} 不支持 {accelerator}（{why}）。',
  },
  'kernel-unsupported': {
    en: 'No {kernel} kernel for {accelerator} (compute capability {computeCapability}, needs {needed}).',
    zh: '{accelerator}（计算能力 {computeCapability}）没有可用的 {kernel} 内核，需要 {needed}。',
  },
  'nearest-that-works': {
    en: 'The nearest that works: {nearest}.',
    zh: '最接近的可行方案：{nearest}。',
  },
  'no-flash-attention-2': {
    en: '{accelerator} (compute capability {computeCapability}) is below 8.0: no FlashAttention-2, attention runs on slower kernels.',
    zh: '{accelerator}（计算能力 {computeCapability}）低于 8.0，不支持 FlashAttention-2，注意力计算较慢。',
  },
  'consumer-licence': {
    en: "{accelerator} is a GeForce card; NVIDIA's driver licence does not cover data-centre deployment. Check your contract.",
    zh: '{accelerator} 为 GeForce 显卡；NVIDIA 驱动许可不涵盖数据中心部署，请核对合同。',
  },
  'memory-short': {
    en: 'Too little memory on {accelerator}: {neededGiB} GiB needed on the fullest device, {usableGiB} GiB usable with {devices} {devices|device|devices} a replica.',
    zh: '{accelerator} 显存不足：最满的设备需要 {neededGiB} GiB，{devices} 卡一副本时每卡可用 {usableGiB} GiB。',
  },
  'memory-tight': {
    en: 'Tight: only {freeGiB} GiB of {usableGiB} GiB is left for more than one longest sequence.',
    zh: '显存紧张：放下一条最长序列后，{usableGiB} GiB 中仅余 {freeGiB} GiB。',
  },
  'accelerator-facts-unknown': {
    en: 'Memory, bandwidth or compute of {accelerator} is not published: no figure can be given; test it.',
    zh: '{accelerator} 的显存、带宽或算力未公布，无法给出数字，请实测。',
  },
  'goal-missed': {
    en: '{goal}: {valueMs} ms at best on {accelerator}, the goal is {goalMs} ms.',
    zh: '{goal}：{accelerator} 最好为 {valueMs} 毫秒，目标为 {goalMs} 毫秒。',
  },
  'layout-chosen': {
    en: 'Tensor parallel {tensor}, pipeline {pipeline}, expert {expert}, attention data parallel {attentionData}: {devices} {devices|device|devices} a replica.',
    zh: '张量并行 {tensor}、流水线 {pipeline}、专家并行 {expert}、注意力数据并行 {attentionData}：每副本 {devices} 卡。',
  },
  'binding-limit': {
    en: 'A replica takes at most {maxConcurrency} requests at once; what binds is {limit}.',
    zh: '每副本最多同时处理 {maxConcurrency} 个请求；限制因素为 {limit}。',
  },
  'kv-cliff': {
    en: '{requestsInFlight} requests a replica exceed the {slots} that its cache and engine hold: {waiting} wait, first tokens take {cacheWaitMs} ms longer while throughput stays flat.',
    zh: '每副本 {requestsInFlight} 个请求超过缓存与引擎可容纳的 {slots} 个：{waiting} 个排队，首 token 延迟增加 {cacheWaitMs} 毫秒，吞吐不再增长。',
  },
  'replica-rate': {
    en: 'Each replica runs at {usedPercent} % of its full rate of {fullPerSecond} requests/s; none is planned above {mostPercent} %, where waits grow fast.',
    zh: '每副本运行在其满速率 {fullPerSecond} 请求/s 的 {usedPercent} %；规划不超过 {mostPercent} %，再高则等待迅速变长。',
  },
  overload: {
    en: '{requestsPerSecond} requests/s exceed what the configuration can serve ({capacityPerSecond} requests/s): the queue grows without end, so latencies are not stated.',
    zh: '每秒 {requestsPerSecond} 个请求超过该配置的能力（{capacityPerSecond} 个/秒）：队列将无限增长，故不给出延迟。',
  },
  'saturated-no-latency': {
    en: 'At saturation requests queue by design: latencies are not stated.',
    zh: '满载（离线）场景请求必然排队，故不给出延迟。',
  },
  'no-decode': {
    en: 'With one output token there is no time per further token.',
    zh: '仅输出一个 token，不存在后续 token 的时间。',
  },
  'tensor-parallel-over-pcie': {
    en: 'Tensor parallel {tensor} runs over PCIe on {accelerator}: collectives take {communicationPercent} % of a decode step.',
    zh: '{accelerator} 上的 {tensor} 路张量并行经由 PCIe：通信占每步解码时间的 {communicationPercent} %。',
  },
  'replica-spans-servers': {
    en: 'One replica spans {servers} {servers|server|servers} over RDMA of {rdmaGbps} Gbps.',
    zh: '单个副本跨 {servers} 台服务器，通过 {rdmaGbps} Gbps RDMA 互联。',
  },
  'no-spare-replica': {
    en: 'One replica only: while it restarts nothing is served. State spareReplicas to keep one beyond the need.',
    zh: '仅有一个副本：其重启期间无法提供服务。可通过 spareReplicas 保留冗余副本。',
  },
  'nearest-measured': {
    en: 'Nearest measured row: {rowId} ({model} on {accelerator}, {engine}); {count} rows corrected the {metric} by {correctionRatio}.',
    zh: '最近的实测数据：{rowId}（{accelerator} 上的 {model}，{engine}）；{count} 条实测将 {metric} 修正为原值的 {correctionRatio} 倍。',
  },
  'factors-vintage': {
    en: 'Time factors are those of {engine} {vintage} on {cardClass} cards, fitted on {fittedOn}.',
    zh: '时间系数取自 {engine} {vintage} 在 {cardClass} 类卡上的拟合（{fittedOn}）。',
  },
  'engine-maturity': {
    en: '{engine} with {precision} on {accelerator}: {status}.',
    zh: '{engine} 以 {precision} 运行于 {accelerator}：{status}。',
  },
  'load-test-summary': {
    en: 'Before renting more, load-test one replica ({devices} × {accelerator}) with prompts of {inputTokens} and answers of {outputTokens} tokens at {concurrency} requests in flight.',
    zh: '扩容前，先用一个副本（{devices} × {accelerator}）做压测：输入 {inputTokens} token、输出 {outputTokens} token、并发 {concurrency}。',
  },
  'load-test-at-rate': {
    en: 'Before renting more, load-test one replica ({devices} × {accelerator}) with prompts of {inputTokens} and answers of {outputTokens} tokens at {requestsPerSecond} {requestsPerSecond|request|requests} a second.',
    zh: '扩容前，先用一个副本（{devices} × {accelerator}）做压测：输入 {inputTokens} token、输出 {outputTokens} token、每秒 {requestsPerSecond} 个请求。',
  },
  'load-test-decide': {
    en: 'If {metric} differs by more than {tolerancePercent} % from {expected}, store the measurement as a calibration and ask again.',
    zh: '若 {metric} 与 {expected} 相差超过 {tolerancePercent} %，请将实测存为校准后重新询价。',
  },
  'roadmap-one-card': {
    en: 'Validate model and effect on one replica first: {devices} × {accelerator}, billed on demand.',
    zh: '先用一个副本验证模型与效果：{devices} × {accelerator}，按量计费。',
  },
  'roadmap-load-test': {
    en: 'Load-test one replica with real prompts, raising the requests in flight until the first-token time bends: that is what a replica takes (expected {maxConcurrency}).',
    zh: '用真实请求压测单个副本，逐步提高并发，直到首 token 延迟出现拐点，即为单副本并发上限（预计 {maxConcurrency}）。',
  },
  'roadmap-share': {
    en: 'The peak uses {utilisationRatio} of the cards: share them among services before renting more.',
    zh: '高峰仅使用 {utilisationRatio} 的算力：先让多个服务共享 GPU，再考虑扩容。',
  },
  'roadmap-scale': {
    en: 'Add replicas with the load instead of buying for the peak: {servers} {servers|server|servers} at the peak.',
    zh: '随负载弹性增减副本，不按峰值购买：高峰 {servers} 台。',
  },
  'roadmap-steady': {
    en: 'Commit only to the servers that run around the clock; leave the peak on demand.',
    zh: '仅对全天运行的服务器做包年包月或预留，峰值部分保留按量计费。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

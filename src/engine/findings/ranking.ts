/** Findings of screening, scoring and ranking. `{name}` is filled from the facts. */
export const RANKING_FINDINGS = {
  'provider-not-allowed': {
    en: 'Provider {provider} is not allowed (allowed: {allowed}; excluded: {excluded}).',
    zh: '厂商 {provider} 不在允许范围内（允许：{allowed}；排除：{excluded}）。',
  },
  'geography-not-allowed': {
    en: 'Region {region} lies in {geography}; asked for {allowed}.',
    zh: '地域 {region} 位于 {geography}，而要求 {allowed}。',
  },
  'region-not-allowed': { en: 'Region {region} is not among {allowed}.', zh: '地域 {region} 不在 {allowed} 之内。' },
  'zone-not-allowed': { en: 'Sold in zones [{zones}], not in {allowed}.', zh: '可用区为 [{zones}]，不含 {allowed}。' },
  'hardware-not-published': {
    en: '{instanceType}: its accelerator ({accelerator}) or the number of cards ({acceleratorCount}) is not published, so it cannot be sized; ask the provider.',
    zh: '{instanceType}：加速卡（{accelerator}）或卡数（{acceleratorCount}）未公布，无法估算，请咨询厂商。',
  },
  'accelerator-not-allowed': {
    en: 'Accelerator {accelerator} is not allowed (allowed: {allowed}; excluded: {excluded}).',
    zh: '加速卡 {accelerator} 不在允许范围内（允许：{allowed}；排除：{excluded}）。',
  },
  'instance-type-not-allowed': {
    en: '{instanceType} (family {family}) is not among the types allowed.',
    zh: '{instanceType}（规格族 {family}）不在允许的规格之内。',
  },
  'sale-status-not-allowed': {
    en: 'Its sale status is {saleStatus}; allowed: {allowed}.',
    zh: '售卖状态为 {saleStatus}，允许：{allowed}。',
  },
  'rdma-missing': {
    en: 'RDMA is required; the server has {rdmaGbps} Gbps.',
    zh: '要求 RDMA；该服务器为 {rdmaGbps} Gbps。',
  },
  'nvlink-missing': {
    en: 'NVLink is required; the cards are joined by {interconnect}.',
    zh: '要求 NVLink；卡间互联为 {interconnect}。',
  },
  'vcpu-short': {
    en: 'The server has {has} vCPUs for each card; {needed} are required.',
    zh: '该服务器每卡 {has} 个 vCPU，要求 {needed} 个。',
  },
  'host-memory-short': {
    en: 'The server has {hasGiB} GiB of memory for each card; {neededGiB} are required.',
    zh: '该服务器每卡内存 {hasGiB} GiB，要求 {neededGiB} GiB。',
  },
  'name-of-several-providers': {
    en: '{name} in {field} is a name of {providers}, and all of them are meant: write {example} for one of them.',
    zh: '{field} 中的 {name} 是 {providers} 共有的名称，均被计入：如只指其中一家，请写 {example}。',
  },
  'sharing-not-allowed': {
    en: 'Sharing is not allowed; this type gives {acceleratorShareRatio} of a card.',
    zh: '不允许共享；该规格只含 {acceleratorShareRatio} 张卡。',
  },
  'too-many-servers': {
    en: 'It would take {servers} {servers|server|servers}; at most {maxServers} are allowed.',
    zh: '需要 {servers} 台服务器，最多允许 {maxServers} 台。',
  },
  'quota-exceeded': {
    en: 'It would take {needed} {unit} in {region}; your quota is {max}.',
    zh: '在 {region} 需要 {needed} {unit}，配额为 {max}。',
  },
  'over-budget': {
    en: 'It costs {monthly} {currency} a month, {over} above the budget of {budget}.',
    zh: '每月 {monthly} {currency}，超出预算 {budget} 共 {over}。',
  },
  'currency-mismatch': {
    en: 'It is priced in another currency than {currency}: state a rate to {currency} in exchangeRates.',
    zh: '其价格不是 {currency}：请在 exchangeRates 中给出到 {currency} 的汇率。',
  },
  'unpriced-not-allowed': {
    en: 'No public price is known under the billing modes asked for ({billingModes}), and unpriced plans are not allowed.',
    zh: '在所选计费模式（{billingModes}）下没有公开价格，且不允许无价方案。',
  },
  'price-not-published': {
    en: 'No public price is known for {instanceType} in {region}; ask the provider for a quotation.',
    zh: '{instanceType} 在 {region} 没有公开价格，请向厂商询价。',
  },
  'price-known-in-part': {
    en: 'The servers of {instanceType} in {region} and what else is priced come to {monthly} {currency} a month; no public price is known for: {components}. It ranks behind plans whose bill is complete.',
    zh: '{region} 的 {instanceType} 服务器及其他已知价格合计每月 {monthly} {currency}；以下项目没有公开价格：{components}。排在账单完整的方案之后。',
  },
  'partly-priced-plan-scores-higher': {
    en: '{instanceType} in {region} (family {family}) would score {score} against {ownScore} by the part of its bill that is known ({monthly} {currency} a month): ask for the rest before you decide.',
    zh: '{region} 的 {instanceType}（规格族 {family}）按账单已知部分（每月 {monthly} {currency}）得分 {score} 高于 {ownScore}：决定前请询问其余价格。',
  },
  'beaten-on-cost-and-time': {
    en: '{servers} × {instanceType} in {region} cost less ({monthly} {currency} a month, {costPercent} % of this plan) and are faster ({time} against {ownTime} {timeUnit}); what keeps them behind is {dimension} ({score} against {ownScore}). Compare both before you rent.',
    zh: '{region} 的 {servers} 台 {instanceType} 更便宜（每月 {monthly} {currency}，为本方案的 {costPercent} %）且更快（{time} 对 {ownTime} {timeUnit}）；使其落后的维度是 {dimension}（{score} 对 {ownScore}）。租用前请比较两者。',
  },
  'job-beaten-on-cost-and-time': {
    en: '{servers} × {instanceType} in {region} cost less ({perJob} {currency} for the job, {costPercent} % of this plan) and are faster ({time} against {ownTime} {timeUnit}); what keeps them behind is {dimension} ({score} against {ownScore}). Compare both before you rent.',
    zh: '{region} 的 {servers} 台 {instanceType} 更便宜（整个任务 {perJob} {currency}，为本方案的 {costPercent} %）且更快（{time} 对 {ownTime} {timeUnit}）；使其落后的维度是 {dimension}（{score} 对 {ownScore}）。租用前请比较两者。',
  },
  'no-priced-plan-in-budget': {
    en: 'No plan with a known price keeps the budget of {budget} {currency}: the plans shown have no complete public price, so they may cost more.',
    zh: '没有价格已知的方案能满足 {budget} {currency} 的预算：所列方案没有完整公开价格，实际可能更贵。',
  },
  'priced-in-other-currencies': {
    en: '{count} {count|offer|offers} that would do {count|is|are} priced in other currencies than {currency} ({currencies}): state their rates in exchangeRates to rank them too.',
    zh: '另有 {count} 个可行的实例以 {currency} 以外的货币（{currencies}）定价：在 exchangeRates 中给出汇率即可一并排名。',
  },
  'region-not-published': {
    en: 'The regions where {instanceType} is sold are not published.',
    zh: '{instanceType} 的售卖地域未公布。',
  },
  'speed-not-published': {
    en: 'Nobody publishes figures for this kind of work on {accelerator}: an option to test, not a sized plan.',
    zh: '{accelerator} 上没有此类负载的公开数据：可作为待测选项，不能给出估算。',
  },
  'family-size-not-published': {
    en: 'Family {family} (accelerators published: {accelerators}) is made for this kind of work, but no size of it is published: ask the provider and test it.',
    zh: '规格族 {family}（已公布的加速卡：{accelerators}）面向此类负载，但未公布具体规格：请咨询厂商并实测。',
  },
  'sharing-not-isolated': {
    en: '{technology} fences off neither memory nor compute, and a service asks for hard isolation.',
    zh: '{technology} 不隔离显存与算力，而有服务要求强隔离。',
  },
  'service-larger-than-card': {
    en: 'A service does not fit {accelerator} under {technology} even alone.',
    zh: '有服务在 {technology} 下单独也放不进 {accelerator}。',
  },
  'consolidation-impossible': {
    en: 'No card and technology within the limits stated holds {services|the|all} {services} {services|service|services}; `rejected` says why.',
    zh: '在所给限制内，没有能容纳全部 {services} 个服务的卡与共享技术组合；原因见 `rejected`。',
  },
  'no-offer-within-constraints': {
    en: 'No offer of the catalogue meets the constraints, whatever runs on it.',
    zh: '目录中没有满足约束条件的实例，与负载无关。',
  },
  'measure-before-merging': {
    en: 'How many cards sharing saves depends on peak memory and concurrency: load-test the {services} {services|service|services} together before you merge them.',
    zh: '共享能省多少卡取决于显存峰值与并发：合并前请对这 {services} 个服务一起压测。',
  },
  'sharing-saves': {
    en: 'Alone the services take {cardsAlone} {cardsAlone|card|cards}, shared {cardsShared}: {monthlySaved} {currency} a month saved.',
    zh: '独占需 {cardsAlone} 张卡，共享需 {cardsShared} 张：每月节省 {monthlySaved} {currency}。',
  },
  'sharing-saves-nothing': {
    en: 'Sharing saves nothing here: the services fill {cardsAlone} {cardsAlone|card|cards} alone or together. It pays for light services, whose memory is small and whose cards are not busy.',
    zh: '此处共享没有节省：这些服务独占或合并都需 {cardsAlone} 张卡。共享适合显存小、卡不忙的轻量服务。',
  },
  'noisy-neighbours': {
    en: '{technology} does not isolate compute: a busy neighbour slows the others down; keep strict services apart if the load test shows it.',
    zh: '{technology} 不隔离算力：繁忙的邻居会拖慢其他服务；若压测显示影响，请将严格时延服务分开。',
  },
  'sharing-headroom': {
    en: 'In its busiest hour the fullest card keeps {leastFreeComputePercent} % of its compute free.',
    zh: '最繁忙时段，最满的卡仍有 {leastFreeComputePercent} % 算力空闲。',
  },
  'sharing-limits-from': {
    en: 'Limits of {technology} are from: {source}.',
    zh: '{technology} 的限制来自：{source}。',
  },
  'compute-share-of-any-card': {
    en: 'computeRatio was taken as a share of whichever card is considered; state measuredOn to have it scaled.',
    zh: 'computeRatio 按所考虑的任意卡的份额处理；请填写 measuredOn 以便换算。',
  },
  'sale-status-note': {
    en: 'The sale status of {instanceType} is {saleStatus}: confirm with the provider that you can buy it.',
    zh: '{instanceType} 的售卖状态为 {saleStatus}：请向厂商确认可购买。',
  },
  'memory-headroom': {
    en: '{headroomPercent} % of the usable memory of the fullest accelerator stays free.',
    zh: '最满的加速卡仍有 {headroomPercent} % 可用显存空闲。',
  },
  'goal-margin': {
    en: 'The tightest performance goal is met with {marginPercent} % to spare.',
    zh: '最紧的性能目标仍有 {marginPercent} % 余量。',
  },
  'no-goal-stated': {
    en: 'No performance goal was stated, so speed is not scored against one.',
    zh: '未提出性能目标，因此不按目标评分。',
  },
  'devices-idle': {
    en: '{idleDevices} of {devices} {devices|device|devices} of each server stay idle in this layout.',
    zh: '该布局下每台服务器 {devices} 个设备中有 {idleDevices} 个闲置。',
  },
  'family-made-for': {
    en: 'Family {family} is made for {madeFor}; the job is {category}.',
    zh: '规格族 {family} 面向 {madeFor}；任务属于 {category}。',
  },
  'family-purpose-unknown': {
    en: 'The source does not say what family {family} is made for.',
    zh: '来源未说明规格族 {family} 的用途。',
  },
  'vcpu-per-accelerator': {
    en: '{have} vCPUs an accelerator; {need} keep it fed.',
    zh: '每卡 {have} 个 vCPU；喂饱它需要 {need} 个。',
  },
  'memory-per-accelerator': {
    en: '{have} GiB of host memory an accelerator; {need} GiB wanted.',
    zh: '每卡 {have} GiB 内存；建议 {need} GiB。',
  },
  'billing-modes': {
    en: 'Priced modes: {modes}; the usage suits {suitable}.',
    zh: '有价的计费模式：{modes}；该用法适合 {suitable}。',
  },
  'billing-release': {
    en: 'On demand it is billed by {incrementSeconds} s, so it can be released when idle.',
    zh: '按量计费粒度为 {incrementSeconds} 秒，闲时可释放。',
  },
  'billing-none': { en: 'No billing mode is priced.', zh: '没有任何计费模式有公开价格。' },
  'billing-commitment': {
    en: 'Using it needs a commitment of at least {termMonths} {termMonths|month|months}.',
    zh: '使用它至少需要承诺 {termMonths} 个月。',
  },
  'cost-against-cheapest': {
    en: 'A unit of work costs {ratio} times as much as with the cheapest plan that fits.',
    zh: '单位工作成本是最便宜可行方案的 {ratio} 倍。',
  },
  'cost-against-nothing': {
    en: 'A unit of work costs something; with the cheapest plan that fits it costs nothing more, or less than can be shown.',
    zh: '单位工作需要成本；而最便宜的可行方案无需额外成本，或低于可显示的最小金额。',
  },
  'cheapest-for-the-work': {
    en: 'No other plan that fits does a unit of work for less.',
    zh: '在可行方案中，其单位工作成本最低。',
  },
  'cost-known-in-part': {
    en: 'Something beside the servers has no public price; the comparison is by the part that is known.',
    zh: '服务器之外有项目没有公开价格；比较仅按已知部分进行。',
  },
  'utilisation-of-paid-time': {
    en: '{idlePercent} % of the paid accelerator time is idle.',
    zh: '已付费的加速卡时间中有 {idlePercent} % 空闲。',
  },
  'sharing-available': {
    en: '{features} can share this card among containers.',
    zh: '{features} 可在多个容器间共享该卡。',
  },
  'software-fit': {
    en: '{software} runs this job here with maturity {maturity} of 1.',
    zh: '{software} 在此运行该任务的成熟度为 {maturity}（满分 1）。',
  },
  'software-features': { en: 'The provider adds {features} for this card.', zh: '厂商为该卡提供 {features}。' },
  'software-features-none': {
    en: 'No acceleration software of the provider is known for this card.',
    zh: '没有已知的厂商加速软件支持该卡。',
  },
  'graphics-licence-included': {
    en: 'The graphics licence (vDWS/vWS) and driver come with family {family}.',
    zh: '规格族 {family} 已含图形许可（vDWS/vWS）与驱动。',
  },
  'network-between-servers': {
    en: 'The job moves {need} Gbps between servers; RDMA {rdmaGbps} Gbps, network {networkGbps} Gbps.',
    zh: '任务在服务器间传输 {need} Gbps；RDMA {rdmaGbps} Gbps，网络 {networkGbps} Gbps。',
  },
  'network-between-cards': {
    en: 'The job moves {need} GB/s between cards; they are joined by {interconnect}.',
    zh: '任务在卡间传输 {need} GB/s；互联为 {interconnect}。',
  },
  'network-not-needed': {
    en: 'The job moves little data between cards or servers.',
    zh: '任务在卡间或服务器间几乎不传数据。',
  },
  'storage-need': {
    en: 'The job reads {need} MB/s of storage a server; local NVMe: {localNvmeGiB} GiB.',
    zh: '任务每台服务器读存储 {need} MB/s；本地 NVMe：{localNvmeGiB} GiB。',
  },
  'cheaper-plan-ranked-lower': {
    en: '{instanceType} in {region} costs less ({monthly} {currency} a month) but scores {score} against {ownScore}; raise the weight of costOptimisation if cost alone decides.',
    zh: '{region} 的 {instanceType} 更便宜（每月 {monthly} {currency}），但得分 {score} 低于 {ownScore}；若只看成本，请提高 costOptimisation 权重。',
  },
  'cheaper-job-ranked-lower': {
    en: '{instanceType} in {region} costs less ({perJob} {currency} for the job) but scores {score} against {ownScore}; raise the weight of costOptimisation if cost alone decides.',
    zh: '{region} 的 {instanceType} 更便宜（每次作业 {perJob} {currency}），但得分 {score} 低于 {ownScore}；若只看成本，请提高 costOptimisation 权重。',
  },
  'unpriced-plan-scores-higher': {
    en: '{instanceType} in {region} (family {family}) would score {score} against {ownScore}, but no price of it is public: ask for a quotation before you decide.',
    zh: '{region} 的 {instanceType}（规格族 {family}）得分 {score} 高于 {ownScore}，但没有公开价格：决定前请询价。',
  },
  'cheap-hour-dear-work': {
    en: '{instanceType} has the cheapest server by the hour ({serverHourly} against {ownServerHourly} {currency}), but a unit of work ({workUnit}) costs {unitCostRatio} times as much there: compare the cost of the work, not the hour.',
    zh: '{instanceType} 的单台小时价最低（{serverHourly} 对 {ownServerHourly} {currency}），但每 {workUnit} 成本是 {unitCostRatio} 倍：应比较单位工作成本，而非小时价。',
  },
  'weakest-dimension': {
    en: 'Its weakest dimension is {dimension} ({score}).',
    zh: '其最弱维度为 {dimension}（{score}）。',
  },
  'no-plan-fits': {
    en: 'No plan fits: {count} {count|candidate was|candidates were} rejected, {allowedCount} of them though the limits you state allow {allowedCount|it|them}; the commonest reason is {reason}.',
    zh: '没有可行方案：{count} 个候选被拒绝，其中 {allowedCount} 个符合所填限制；最常见原因是 {reason}。',
  },
  'calibrated-by-tests': {
    en: 'Corrected by {tests} {tests|load test|load tests} of yours with {model} on {accelerator}: times {timePercent} % against the prediction.',
    zh: '已按您在 {accelerator} 上对 {model} 的 {tests} 次压测修正：耗时相对预测 {timePercent} %。',
  },
  'calibrated-by-card': {
    en: 'Corrected by what your load tests of {models} {models|other model|other models} on {accelerator} share: times {timePercent} % against the prediction.',
    zh: '已按您在 {accelerator} 上对其他 {models} 个模型压测的共同偏差修正：耗时相对预测 {timePercent} %。',
  },
  'relaxation-search-cut': {
    en: 'The search for relaxations stopped after {placements} placements; further ones may exist.',
    zh: '放宽条件的搜索在 {placements} 次布局后停止；可能还有其他方案。',
  },
  'no-single-relaxation': {
    en: 'No change of one requirement alone opens a plan; at least two have to give way.',
    zh: '仅放宽任何一项要求都无法得到方案，至少需放宽两项。',
  },
  'first-plan-holds': {
    en: 'Plan 1 ({winner}) stays ahead of the best plan of another family ({rival}) until its price rises by more than {risePercent} %, or that of the other falls by more than {fallPercent} %.',
    zh: '方案 1（{winner}）领先其他规格族中的最佳方案（{rival}），除非其价格上涨超过 {risePercent} %，或后者价格下降超过 {fallPercent} %。',
  },
  'first-plan-whatever-the-price': {
    en: 'Plan 1 ({winner}) is ahead of {rival} for other reasons than price: no change of price within a factor of 100 puts {rival} first.',
    zh: '方案 1（{winner}）领先 {rival} 并非因为价格：100 倍以内的价格变化都不会使 {rival} 排到第一。',
  },
  'weights-used': { en: 'Weights of the six dimensions: {weights}.', zh: '六个维度的权重：{weights}。' },
  'why-not-ranked': {
    en: '{instanceType} is feasible but ranks {rank}: score {score} against {winnerScore}.',
    zh: '{instanceType} 可行，但排名第 {rank}：得分 {score}，第一名 {winnerScore}。',
  },
  'why-not-dimension': {
    en: 'It loses most in {dimension}: {score} against {winnerScore} at a weight of {weight}.',
    zh: '差距最大的维度是 {dimension}：{score} 对 {winnerScore}，权重 {weight}。',
  },
  'change-opens-plan': {
    en: 'With {pointer} at {to} instead of {from}, {servers} × {instanceType} ({provider}/{region}) would do, for {monthly} {currency} a month.',
    zh: '将 {pointer} 由 {from} 改为 {to} 后，{servers} × {instanceType}（{provider}/{region}）即可满足，每月 {monthly} {currency}。',
  },
  'why-not-elsewhere': {
    en: '{instanceType} is not sold in the regions asked for.',
    zh: '{instanceType} 不在所选地域售卖。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

/** Findings of this room. `{name}` is filled from the facts. */
export const PRICING_FINDINGS = {
  'stated-zero': { en: '{component}: you stated 0, so nothing is billed.', zh: '{component}：已注明为 0，不计费。' },
  'component-unpriced': {
    en: 'No {currency} price of {component} is known for {provider} in {region}; the total is partial.',
    zh: '{provider} {region} 的 {component} 没有已知的 {currency} 价格；总价不完整。',
  },
  'component-currency-mismatch': {
    en: '{component} of {provider} in {region} is priced in another currency only; state a rate to {currency} in exchangeRates, without one the total is partial.',
    zh: '{provider} {region} 的 {component} 只有其他币种的价格；请在 exchangeRates 中给出到 {currency} 的汇率，否则总价不完整。',
  },
  'server-unpriced': {
    en: 'No public price of {instanceType} is known for {provider} in {region} in the billing modes allowed.',
    zh: '{provider} {region} 的 {instanceType} 在所选计费方式下没有已知的公开价格。',
  },
  'server-currency-mismatch': {
    en: '{instanceType} of {provider} in {region} is not priced in {currency}, and no rate in exchangeRates covers it.',
    zh: '{provider} {region} 的 {instanceType} 没有 {currency} 价格，exchangeRates 中也没有可用的汇率。',
  },
  'price-of-area': {
    en: 'The list states the price of {sku} for an area ("{area}"), not for this region.',
    zh: '{sku} 的目录价按价格区域（“{area}”）给出，而非该地域。',
  },
  'price-range': {
    en: '{sku} costs {low} to {high} {currency} by zone; the dearest is counted.',
    zh: '{sku} 的单价因可用区而异，为 {low} 至 {high} {currency}；按最高价计。',
  },
  'price-stale': {
    en: 'The {billingMode} price of {sku} was last seen {ageDays} {ageDays|day|days} ago ({asOf}); older than {staleAfterDays} {staleAfterDays|day|days}.',
    zh: '{sku} 的 {billingMode} 价格为 {ageDays} 天前所见（{asOf}），超过 {staleAfterDays} 天。',
  },
  'price-stale-undated': {
    en: 'The source of the {billingMode} price of {sku} gives no day ({asOf}), but it is at least {leastAgeDays} {leastAgeDays|day|days} old; older than {staleAfterDays} {staleAfterDays|day|days}.',
    zh: '{sku} 的 {billingMode} 价格来源没有日期（{asOf}），但至少已有 {leastAgeDays} 天，超过 {staleAfterDays} 天。',
  },
  'old-prices-in-bill': {
    en: '{oldLines} of {lines} priced {lines|line|lines} {oldLines|rests on an old or undated price|rest on old or undated prices}, {oldSharePercent} % of the money; the oldest was seen {oldestAgeDays} {oldestAgeDays|day|days} ago. Have the provider confirm them before you commit.',
    zh: '{lines} 条计价项中有 {oldLines} 条使用了陈旧或无日期的价格，占金额的 {oldSharePercent} %；最早的价格为 {oldestAgeDays} 天前所见。承诺前请向厂商确认。',
  },
  'undated-prices-in-bill': {
    en: '{oldLines} of {lines} priced {lines|line|lines} {oldLines|rests on a price|rest on prices} whose source gives no day, {oldSharePercent} % of the money. Have the provider confirm them before you commit.',
    zh: '{lines} 条计价项中有 {oldLines} 条的价格来源未注明日期，占金额的 {oldSharePercent} %。承诺前请向厂商确认。',
  },
  'prices-without-tax': {
    en: 'Prices of {provider} are without tax, which comes on top.',
    zh: '{provider} 的价格不含税，税费另计。',
  },
  'tax-not-stated': {
    en: 'Whether the prices of {provider} include tax is not known: ask before you compare totals.',
    zh: '{provider} 的价格是否含税未知：比较总价前请确认。',
  },
  'price-undated': {
    en: 'The source of the price of {sku} gives no day ({asOf}).',
    zh: '{sku} 的价格来源没有日期（{asOf}）。',
  },
  'price-recalled': {
    en: 'The price of {sku} is from memory, not from a document: check it.',
    zh: '{sku} 的价格来自记忆而非文档，请核实。',
  },
  'price-conditions': { en: 'The price of {sku}: {conditions}.', zh: '{sku} 的价格条件：{conditions}。' },
  'price-conflict': {
    en: 'Sources differ on the {billingMode} price of {instanceType}: {used} {currency} ({usedAsOf}) counts; others say {others}.',
    zh: '{instanceType} 的 {billingMode} 价格来源不一：采用 {used} {currency}（{usedAsOf}）；其他为 {others}。',
  },
  'exchange-rate-used': {
    en: '1 {from} = {rate} {to} was applied, as you stated ({asOn}, {source}).',
    zh: '按所提供的汇率 1 {from} = {rate} {to} 折算（{asOn}，{source}）。',
  },
  'exchange-rate-unused': {
    en: 'The exchange rate {from} to {to} does not lead to {currency} and was not used; rates are neither inverted nor chained.',
    zh: '汇率 {from} 到 {to} 不指向 {currency}，未使用；不做反算或连乘。',
  },
  'dataset-on-data-disk': {
    en: 'No store was stated for the data set: {datasetGiB} GiB were put on a data disk of each server.',
    zh: '未说明数据集的存放位置：按每台服务器的数据盘 {datasetGiB} GiB 计。',
  },
  'disk-size-rounded': {
    en: '{component}: {askedGiB} GiB asked, {storageType} is sold as {soldGiB} GiB.',
    zh: '{component}：需求 {askedGiB} GiB，{storageType} 按 {soldGiB} GiB 出售。',
  },
  'disk-throughput-not-published': {
    en: 'How much throughput {storageType} includes is not published: nothing is billed for the {diskThroughputMBps} MB/s wanted; check it with the provider.',
    zh: '{storageType} 包含的吞吐未公布：所需 {diskThroughputMBps} MB/s 未计费，请向厂商确认。',
  },
  'disk-throughput-included': {
    en: '{storageType} includes {includedMBps} MB/s, so the {diskThroughputMBps} MB/s wanted cost nothing more.',
    zh: '{storageType} 已包含 {includedMBps} MB/s，所需 {diskThroughputMBps} MB/s 无需另付。',
  },
  'throughput-without-disk': {
    en: 'A disk throughput of {diskThroughputMBps} MB/s was stated without a data disk; it is not billed.',
    zh: '注明了 {diskThroughputMBps} MB/s 的磁盘吞吐但没有数据盘；不计费。',
  },
  'dataset-in-stated-store': {
    en: 'The data set of {datasetGiB} GiB is taken to lie in the store that you state; it is not billed again.',
    zh: '{datasetGiB} GiB 的数据集视为存放在所填的存储中，不重复计费。',
  },
  'dataset-larger-than-store': {
    en: 'The data set of {datasetGiB} GiB is larger than the largest store stated ({storeGiB} GiB).',
    zh: '数据集 {datasetGiB} GiB 大于所填的最大存储（{storeGiB} GiB）。',
  },
  'known-at': {
    en: 'Only price sheets published by {knownAt} were seen.',
    zh: '仅使用 {knownAt} 之前发布的价格表。',
  },
  'exchange-rate-stated': {
    en: 'Where an offer has no {to} price, 1 {from} = {rate} {to} is applied ({asOn}, {source}).',
    zh: '当没有 {to} 价格时，按 1 {from} = {rate} {to} 折算（{asOn}，{source}）。',
  },
  'existing-considered': {
    en: '{count} {instanceType} in {region}, paid until {until}, are used first where a plan rents that type there.',
    zh: '{region} 已有 {count} 台 {instanceType}（至 {until}），若方案在该地域使用该规格则优先使用。',
  },
  'existing-unknown': {
    en: 'No offer is known of {instanceType} in {region}: the {count} {count|server|servers} paid until {until} are not counted.',
    zh: '未知 {region} 的 {instanceType}：{count} 台（至 {until}）不计入。',
  },
  'system-disk-not-stated': {
    en: 'No system disk was stated; none is in the bill.',
    zh: '未提供系统盘大小；费用中不含系统盘。',
  },
  'traffic-not-stated': {
    en: 'No traffic to the internet was stated; none is in the bill.',
    zh: '未提供公网流量；费用中不含公网流量。',
  },
  'growth-averaged': {
    en: 'The load grows by {growthRatioPerMonth} a month; costs are the mean month of {termMonths}.',
    zh: '负载每月增长 {growthRatioPerMonth}；费用为 {termMonths} 个月的月均值。',
  },
  'load-time-zone': {
    en: 'Hours of the load are in {timeZone}.',
    zh: '负载曲线的小时按 {timeZone} 时区。',
  },
  'spot-needs-interruptible': {
    en: 'Spot was allowed but the work is not stated to be interruptible: spot is not used.',
    zh: '允许竞价实例，但未说明任务可中断：不使用竞价实例。',
  },
  'spot-not-asked': {
    en: 'The work is interruptible; spot is used only when billingModes names it.',
    zh: '任务可中断；仅当 billingModes 包含 spot 时才使用竞价实例。',
  },
  'spot-overhead-assumed': {
    en: 'Interruptions on spot are assumed to cost {overheadRatio} of the hours (notice: {noticeSeconds} s).',
    zh: '假定竞价实例中断额外消耗 {overheadRatio} 的时长（回收通知：{noticeSeconds} 秒）。',
  },
  'spot-overhead': {
    en: 'Interruptions on spot cost {overheadRatio} of the hours, as you stated (notice: {noticeSeconds} s).',
    zh: '按您所述，竞价实例中断额外消耗 {overheadRatio} 的时长（回收通知：{noticeSeconds} 秒）。',
  },
  'spot-field-unused': { en: '{field} has no effect: spot is not used.', zh: '{field} 不起作用：未使用竞价实例。' },
  'commitment-limit-above-term': {
    en: 'A limit of {maxCommitmentMonths} {maxCommitmentMonths|month|months} on commitments has no effect: none is longer than the term of {termMonths} {termMonths|month|months}.',
    zh: '{maxCommitmentMonths} 个月的承诺上限不起作用：承诺不会超过 {termMonths} 个月的使用期。',
  },
  'runs-of-a-service': {
    en: 'runsPerMonth {runsPerMonth} has no effect: this is a service, not a job.',
    zh: 'runsPerMonth {runsPerMonth} 不起作用：这是在线服务而非作业。',
  },
  'hours-beyond-the-job': {
    en: 'hoursPerMonth {hoursPerMonth} does not limit the job: its runs take {jobHours} hours a month.',
    zh: 'hoursPerMonth {hoursPerMonth} 不构成限制：作业每月运行 {jobHours} 小时。',
  },
  'job-longer-than-a-month': {
    en: 'The job would run {jobHours} hours a month, of {hoursPerMonth} that there are: the bill shows a month, which holds it {jobsPerMonth} times; what it costs once stands beside it.',
    zh: '作业每月需运行 {jobHours} 小时，而可用的只有 {hoursPerMonth} 小时：账单按一个月列出（相当于 {jobsPerMonth} 次作业），单次作业成本另行列出。',
  },
  'load-of-a-job': {
    en: '{field} has no effect: a job runs on all its servers until it ends.',
    zh: '{field} 不起作用：作业在全部服务器上运行至结束。',
  },
  'disk-type-without-disk': {
    en: 'The disk type {diskType} has no effect: no disk is stated.',
    zh: '磁盘类型 {diskType} 不起作用：未填写磁盘大小。',
  },
  'commitment-limited': {
    en: 'Commitments longer than {maxCommitmentMonths} {maxCommitmentMonths|month was|months were} left out, as you asked.',
    zh: '按要求未考虑超过 {maxCommitmentMonths} 个月的承诺。',
  },
  'commitment-remainder': {
    en: 'A {billingMode} commitment of {commitmentMonths} {commitmentMonths|month|months} does not fill {termMonths} {termMonths|month|months}: the last {remainderMonths} are counted at its rate and need a renewal.',
    zh: '{commitmentMonths} 个月的 {billingMode} 承诺无法整除 {termMonths} 个月：最后 {remainderMonths} 个月按同价计，需续约。',
  },
  'released-when-idle': {
    en: '{servers} {servers|server is|servers are} released when the load does not need them; each runs {hoursPerMonth} hours a month on average.',
    zh: '{servers} 台服务器在无负载时释放；平均每台每月运行 {hoursPerMonth} 小时。',
  },
  'release-not-stop': {
    en: '{servers} {servers|server|servers} must be released, not only stopped, when the load does not need them: this provider bills stopped servers. Each runs {hoursPerMonth} hours a month on average.',
    zh: '{servers} 台服务器在无负载时须释放而非仅关机：该厂商对关机实例仍计费。平均每台每月运行 {hoursPerMonth} 小时。',
  },
  'existing-used-first': {
    en: '{count} {instanceType} in {region}, paid until {until}, are used first: they cover {coveredMonths} of {termMonths} {termMonths|month|months}.',
    zh: '{region} 已有的 {count} 台 {instanceType}（至 {until}）优先使用：覆盖 {termMonths} 个月中的 {coveredMonths} 个月。',
  },
  'existing-ended': {
    en: 'The commitment of {count} {instanceType} in {region} ended on {until}; it is not counted.',
    zh: '{region} 的 {count} 台 {instanceType} 的承诺已于 {until} 到期；不计入。',
  },
  'not-offered-there': {
    en: '{instanceType} is not known to be sold in {region}; it is priced only if a list covers that region.',
    zh: '未知 {instanceType} 是否在 {region} 出售；仅当目录价覆盖该地域时才计价。',
  },
  'spot-interruptible-assumed': {
    en: 'You named spot: the work is taken to survive the loss of a server.',
    zh: '您指定了竞价实例：视为任务可承受实例中断。',
  },
  'forecast-small-sample': {
    en: 'The history has only {months} {months|month|months}: the interval is widened, and no season can be seen.',
    zh: '历史数据仅 {months} 个月：区间已放宽，且无法识别季节性。',
  },
  'growth-uncertainty-assumed': {
    en: 'No uncertainty of the growth was stated: {uncertaintyRatio} of the load is assumed for the first month, growing with the root of the months.',
    zh: '未说明增长的不确定性：首月按负载的 {uncertaintyRatio} 计，并随月数的平方根增大。',
  },
  'commitments-considered': {
    en: 'Commitments of {asked} months were considered; a price is known for {priced}.',
    zh: '考虑了 {asked} 个月的承诺；有价格的为 {priced}。',
  },
  'load-scales-evenly': {
    en: 'Servers are taken in proportion to the load from the size found for {peakLoad} {loadUnit}.',
    zh: '服务器数量按 {peakLoad} {loadUnit} 的规模随负载等比例推算。',
  },
  'capacity-add': {
    en: '{month}: add {servers} {servers|server|servers}, {total} in all at the peak.',
    zh: '{month}：增加 {servers} 台服务器，峰值共 {total} 台。',
  },
  'capacity-release': {
    en: '{month}: {servers} {servers|server|servers} fewer, {total} in all at the peak.',
    zh: '{month}：减少 {servers} 台服务器，峰值共 {total} 台。',
  },
  'capacity-commit': {
    en: '{month}: commit {servers} {servers|server|servers} for {termMonths} {termMonths|month|months} ({billingMode}), {monthlyPerServer} {currency} a month each.',
    zh: '{month}：承诺 {servers} 台服务器 {termMonths} 个月（{billingMode}），每台每月 {monthlyPerServer} {currency}。',
  },
  'capacity-commitment-ends': {
    en: '{month}: the {termMonths}-month commitment of {servers} {servers|server|servers} ({billingMode}) ends and is not renewed as such.',
    zh: '{month}：{servers} 台服务器的 {termMonths} 个月承诺（{billingMode}）到期且不再按原样续约。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

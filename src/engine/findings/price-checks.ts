/** What price lists are told: why a row is held back, why a record was left out, why a file cannot be read. */
export const PRICE_CHECK_FINDINGS = {
  // Held back; `expected` says what to type instead.
  'price-row-malformed': {
    en: '{field} is "{value}"; expected: {expected}.',
    zh: '{field} 为 “{value}”，应为：{expected}。',
  },
  'price-negative': { en: 'The price is {value}; expected {expected}.', zh: '价格为 {value}，应为 {expected}。' },
  'price-zero': {
    en: 'The price of a server is {value}; expected {expected}.',
    zh: '服务器价格为 {value}；应为 {expected}。',
  },
  'price-absurd': {
    en: 'The price {value} is absurd; expected {expected}.',
    zh: '价格 {value} 明显不合理，应 {expected}。',
  },
  'price-term-missing': {
    en: '{field} is "{value}"; expected {expected}.',
    zh: '{field} 为 “{value}”，应为 {expected}。',
  },
  'price-of-unknown-type': {
    en: '{provider} has no instance type "{value}" here; expected {expected}. Add it with PUT /catalogue/instance-types/{provider}/{value}, then decide again.',
    zh: '目录中没有 {provider} 的实例规格 “{value}”；应为 {expected}。可用 PUT /catalogue/instance-types/{provider}/{value} 添加后再处理。',
  },
  'price-in-unknown-region': {
    en: '{field} "{value}" is not known; expected {expected}. Add it to the catalogue, or as an alias of a region, and import again.',
    zh: '{field} “{value}” 未知；应为 {expected}。请先添加到目录或设为某地域的别名，再重新导入。',
  },
  'price-in-wrong-currency': {
    en: 'The price is in {value}, but {region} is priced in {expected}.',
    zh: '价格币种为 {value}，而 {region} 的价格使用 {expected}。',
  },
  'price-out-of-band': {
    en: '{cardHour} {currency} for an hour of one {accelerator} lies outside {expected}.',
    zh: '每张 {accelerator} 每小时 {cardHour} {currency}，超出合理区间 {expected}。',
  },
  'price-unit-confusion': {
    en: '{value} makes {cardHour} {currency} for an hour of one {accelerator}, outside {expected}; it looks like a price for {likelyUnit}.',
    zh: '{value} 折合每张 {accelerator} 每小时 {cardHour} {currency}，超出 {expected}；疑似单位应为 {likelyUnit}。',
  },
  'price-moved-far': {
    en: '{field} moves from {before} to {value}, by more than {maxMoveRatio} of itself; expected {expected}.',
    zh: '{field} 由 {before} 变为 {value}，变动超过 {maxMoveRatio}；应在 {expected} 之间。',
  },
  'price-of-other-hardware': {
    en: 'The list says {field} {value} for {instanceType}; the catalogue has {expected}.',
    zh: '价格表中 {instanceType} 的 {field} 为 {value}；目录为 {expected}。',
  },
  'price-spot-above-on-demand': {
    en: 'Spot costs {hourly} {currency} an hour, more than on demand ({onDemandHourly}).',
    zh: '竞价价格每小时 {hourly} {currency}，高于按量价格（{onDemandHourly}）。',
  },
  'price-same-for-all': {
    en: '{count} different servers have one price, {value} {currency} ({skus} …): the list seems to ignore the type. Expected: {expected}.',
    zh: '{count} 种不同的服务器价格均为 {value} {currency}（{skus} 等）：该价格表似乎忽略了机型。应为：{expected}。',
  },
  'price-commitment-above-on-demand': {
    en: 'With its upfront fee the commitment costs {hourly} {currency} an hour, more than on demand ({onDemandHourly}).',
    zh: '计入预付后，承诺价格每小时 {hourly} {currency}，高于按量价格（{onDemandHourly}）。',
  },
  'price-duplicate': {
    en: 'Another row states {expected} for the same rate; this one states {value}.',
    zh: '同一价格键已有一行为 {expected}；本行为 {value}。',
  },

  // Could not be read.
  'unreadable-price': {
    en: '{field} is "{value}"; write digits and a point, without thousands marks or currency signs, e.g. 1234.50.',
    zh: '{field} 为 “{value}”；请只写数字与小数点，如 1234.50。',
  },
  'unreadable-unit': {
    en: '{field} is "{value}"; expected a unit such as hour, 10 Hours, month.',
    zh: '{field} 为 “{value}”；应为 hour、10 Hours、month 等单位。',
  },
  'unreadable-currency': {
    en: 'No currency is stated; add ?currency= to the call, or a column.',
    zh: '未注明币种；请在调用中添加 ?currency= 或增加一列。',
  },
  'unreadable-row': { en: '{field} cannot be read: "{value}".', zh: '无法读取 {field}：“{value}”。' },
  'unreadable-term': {
    en: '{field} is "{value}"; expected a term such as 1 Year.',
    zh: '{field} 为 “{value}”；应为 1 Year 等期限。',
  },

  // Left out on purpose.
  'skipped-no-accelerator': { en: 'Servers without accelerators.', zh: '不含加速卡的服务器。' },
  'skipped-no-price': { en: 'Records without a price: unknown, not free.', zh: '没有价格的记录：未知，并非免费。' },
  'skipped-other-provider': { en: 'Rows of another provider than the sheet.', zh: '属于其他厂商的行。' },
  'skipped-other-product': { en: 'Products that are no server of ours to price.', zh: '不属于服务器价格的产品。' },
  'skipped-billing-rule': {
    en: 'Rules by which prices move (discounts, multipliers), not prices: they belong to the billing rules of the provider.',
    zh: '价格变动规则（折扣、倍率），并非价格：应写入厂商的计费规则。',
  },
  'skipped-operating-system': {
    en: 'Operating systems other than Linux and Windows.',
    zh: 'Linux 与 Windows 以外的操作系统。',
  },
  'skipped-own-licence': { en: 'Prices for customers who bring their own licence.', zh: '自带许可证的价格。' },
  'skipped-extra-software': { en: 'Prices with bundled software.', zh: '含预装软件的价格。' },
  'skipped-tenancy': { en: 'Dedicated hosts and tenancies.', zh: '专用宿主机与独占租用。' },
  'skipped-capacity-reservation': { en: 'Placeholders of capacity reservations.', zh: '容量预留的占位记录。' },
  'skipped-capacity-block': {
    en: 'Capacity blocks: their hourly price is an operating-system surcharge, not the server.',
    zh: '容量块：其小时价仅为操作系统附加费，并非服务器价格。',
  },
  'skipped-low-priority': { en: 'Low-priority machines of batch services.', zh: '批处理服务的低优先级机器。' },
  'skipped-dev-test': { en: 'Development and test prices.', zh: '开发与测试价格。' },
  'skipped-other-currency': { en: 'Rows in another currency than asked for.', zh: '非所要求币种的行。' },
  'skipped-convertible-offering': { en: 'Convertible offerings.', zh: '可转换的预留方案。' },
  'skipped-not-a-usage-charge': { en: 'Purchases, taxes, credits and corrections.', zh: '采购、税费、抵扣与更正。' },
  'skipped-same-as-on-demand': {
    en: 'Spot prices that merely repeat the on-demand price.',
    zh: '仅重复按量价格的竞价价格。',
  },
  'skipped-incomplete-parts': {
    en: 'Servers of which a part of the price is missing.',
    zh: '缺少部分价格组成的服务器。',
  },
  'skipped-scheduled-capacity': { en: 'Capacity for fixed times.', zh: '定时容量。' },
  'skipped-free-allotment': { en: 'Free allotments.', zh: '免费额度。' },
  'skipped-not-on-sale': { en: 'Promotions and types that are no longer sold.', zh: '促销或已停售的规格。' },

  // The file as a whole.
  'feed-not-utf8': {
    en: 'The file is not UTF-8 (near byte {nearByte}). In Excel choose "CSV UTF-8".',
    zh: '文件不是 UTF-8 编码（第 {nearByte} 字节附近）。在 Excel 中请另存为 “CSV UTF-8”。',
  },
  'feed-not-json': {
    en: 'The file is not JSON: {what}, near "{near}".',
    zh: '文件不是有效的 JSON：{what}，位于 “{near}” 附近。',
  },
  'feed-not-csv': { en: 'The file is not CSV: {what}.', zh: '文件不是有效的 CSV：{what}。' },
  'feed-wrong-format': {
    en: 'The file is not of this format. Missing: {missing}. Not known: {unknown}. Found: {found}.',
    zh: '文件不是该格式。缺少：{missing}；未知：{unknown}；实际：{found}。',
  },
  'feed-record-too-large': {
    en: 'Record {record} is larger than {maxBytes} bytes; is this the right format?',
    zh: '第 {record} 条记录超过 {maxBytes} 字节；格式是否正确？',
  },
  'feed-empty': {
    en: 'The file holds no record of this format.',
    zh: '文件中没有该格式的记录。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

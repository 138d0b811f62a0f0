/** What can be wrong with the meaning of a question, in English and Chinese. `{name}` is filled from the facts. */
export const FAULTS = {
  'unknown-model': { en: 'No model is called "{value}".', zh: '没有名为 “{value}” 的模型。' },
  'ambiguous-model': { en: '"{value}" fits several models.', zh: '“{value}” 对应多个模型。' },
  'unknown-accelerator': { en: 'No accelerator is called "{value}".', zh: '没有名为 “{value}” 的加速卡。' },
  'accelerator-is-type': {
    en: '"{value}" is no accelerator but an instance type or family: name it in {field}.',
    zh: '“{value}” 不是加速卡，而是实例规格或规格族：请填写在 {field} 中。',
  },
  'type-is-accelerator': {
    en: '"{value}" is no instance type or family but an accelerator: name it in {field}.',
    zh: '“{value}” 不是实例规格或规格族，而是加速卡：请填写在 {field} 中。',
  },
  'ambiguous-accelerator': { en: '"{value}" fits several accelerators.', zh: '“{value}” 对应多种加速卡。' },
  'unknown-provider': { en: 'No provider is called "{value}".', zh: '没有名为 “{value}” 的云厂商。' },
  'unknown-region': { en: 'No region is called "{value}".', zh: '没有名为 “{value}” 的地域。' },
  'unknown-zone': { en: 'No zone is called "{value}".', zh: '没有名为 “{value}” 的可用区。' },
  'unknown-geography': { en: 'No geography is called "{value}".', zh: '没有名为 “{value}” 的地理范围。' },
  'unknown-instance-type': {
    en: 'No instance type or family is called "{value}".',
    zh: '没有名为 “{value}” 的实例规格或规格族。',
  },
  'ambiguous-instance-type': {
    en: 'Several clouds call a type "{value}": say which, as provider/type.',
    zh: '多家云厂商都有名为 “{value}” 的规格：请以 厂商/规格 指明。',
  },
  'family-is-no-type': {
    en: '"{value}" is a family: name one of its types.',
    zh: '“{value}” 是规格族：请填写其中的具体规格。',
  },
  'unknown-storage-type': { en: 'No storage type is called "{value}".', zh: '没有名为 “{value}” 的存储类型。' },
  'unknown-benchmark': {
    en: 'No published benchmark is called "{value}".',
    zh: '没有名为 “{value}” 的公开基准。',
  },
  'unknown-code': {
    en: 'No simulation code is called "{value}"; state what bounds it and a reference instead.',
    zh: '没有名为 “{value}” 的计算软件；请改为说明其瓶颈并提供参考数据。',
  },
  'unknown-currency': {
    en: 'No price is stated in "{value}", and no exchange rate given leads to it.',
    zh: '没有以 “{value}” 计价的价格，也没有给出可用的汇率。',
  },
  'currency-required': {
    en: 'State a currency: the prices of the possible providers are in several ({currencies}).',
    zh: '请指定币种：可选厂商的价格使用多种币种（{currencies}）。',
  },
  'currency-contradiction': {
    en: 'The budget is in {budgetCurrency} but the answer is asked for in {currency}.',
    zh: '预算币种为 {budgetCurrency}，而要求以 {currency} 计价。',
  },
  'unknown-time-zone': { en: 'No time zone is called "{value}".', zh: '没有名为 “{value}” 的时区。' },
  'unknown-plan': {
    en: 'The request gives no plan "{value}"; plan ids hold for one request and catalogue version.',
    zh: '该请求没有编号为 “{value}” 的方案；方案编号仅对同一请求和目录版本有效。',
  },
  contradiction: {
    en: '{first} and {second} contradict each other: {why}.',
    zh: '{first} 与 {second} 相互矛盾：{why}。',
  },
  'exactly-one-of': { en: 'State exactly one of {fields}.', zh: '以下字段须且只能填写一个：{fields}。' },
  'out-of-range': {
    en: '{field} is {value}; expected {expected}.',
    zh: '{field} 为 {value}，应为 {expected}。',
  },
  'impossible-date': { en: '"{value}" is not a day of the calendar.', zh: '“{value}” 不是有效日期。' },
  'weights-all-zero': { en: 'At least one weight must be above zero.', zh: '至少一个权重须大于零。' },
  'layout-illegal': { en: 'This layout is not possible: {why}.', zh: '该并行布局不可行：{why}。' },
  'not-built-yet': {
    en: 'The scenario "{scenario}" is not available in this release.',
    zh: '当前版本暂不支持场景 “{scenario}”。',
  },
  'model-without-architecture': {
    en: 'The card of "{value}" states no transformer architecture; give the model by its numbers or use scenario model-training.',
    zh: '“{value}” 的模型卡没有 transformer 结构；请按数值填写模型，或使用场景 model-training。',
  },
  'model-config-incomplete': {
    en: 'The Hugging Face config lacks one of {fields}.',
    zh: 'Hugging Face 配置缺少以下字段之一：{fields}。',
  },
  'unknown-metric': {
    en: 'No speed is predicted as "{value}" for this configuration.',
    zh: '该配置没有名为 “{value}” 的速度预测。',
  },
  'no-prediction': {
    en: 'Nothing is predicted for this configuration (it does not fit or is not supported), so there is nothing to correct.',
    zh: '该配置没有任何预测（放不下或不受支持），因此无可修正。',
  },
  'implausible-measurement': {
    en: '{metric} of {value} is more than {mostRatio} times off the {predicted} predicted: check unit, workload and configuration.',
    zh: '{metric} 为 {value}，与预测值 {predicted} 相差超过 {mostRatio} 倍：请检查单位、负载与配置。',
  },
  'unknown-framework': {
    en: 'No training framework is called "{value}".',
    zh: '没有名为 “{value}” 的训练框架。',
  },
  'unknown-training-model': {
    en: 'No training speed is known for "{value}".',
    zh: '没有 “{value}” 的训练速度数据。',
  },
} as const satisfies Record<string, { en: string; zh: string }>;

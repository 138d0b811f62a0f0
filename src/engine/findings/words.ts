/**
 * Chinese for the English words that facts hold: a fact keeps its one value in every language, and only the sentence
 * speaks. Codes of the interface (billing modes, field names, engines) stay as they are sent.
 */

/** Words of a closed list, by the fact that holds them; another fact of the same text may be a name. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  madeFor: jobs(),
  category: jobs(),
  saleStatus: {
    general: '正常售卖',
    limited: '限量售卖',
    'invite-only': '邀请制',
    legacy: '旧款',
    retired: '已下线',
    unknown: '未知',
  },
  evidence: {
    measured: '实测',
    calibrated: '经校准',
    interpolated: '插值',
    transferred: '由参考推算',
    analytic: '公式推算',
  },
  limit: {
    memory: '显存',
    maxSequences: '最大同时序列数（maxSequences）',
    'frame-buffer': '帧缓存',
    encoder: '编码引擎',
    'one-a-machine': '每台一个用户',
  },
  bound: { encoder: '编码引擎', decoder: '解码引擎', memory: '显存' },
  scaling: { good: '好', medium: '一般', poor: '差' },
};

/** Phrases, wherever they stand. */
export const PHRASES: Readonly<Record<string, string>> = {
  'newest measured': '有实测的最新版本',
  'the engine’s default': '引擎默认值',
  'the engine’s share': '引擎默认比例',
  'a small model of the same family (or LoRA)': '同系列的小模型（或 LoRA）',
  'a morning of five real users with their heaviest files': '五位真实用户使用其最重的文件工作一个上午',
  'your ladder with rising numbers of streams until one falls behind': '用您的码率阶梯逐步增加路数，直到有一路跟不上',
  'a short run of your own input at 1, 2, 4 and 8 cards': '用您自己的算例在 1、2、4、8 张卡上各跑一小段',
  'up to twenty typical frames and the heaviest one': '至多二十个典型帧和最重的一帧',
  'inputs of your own at the peak load for 15 minutes': '用您自己的输入以峰值负载运行 15 分钟',
  'a model by its numbers is sized by them alone': '按数值填写的模型仅依其数值估算',
  'how many atoms the case has is not published': '该算例的原子数未公布',
  'no measurement that counts here says how long its samples are': '可用的实测数据均未注明样本长度',
  'training keeps no cache of a sequence': '训练不保留序列缓存',
  'your own measurement is taken as one of such items': '您自己的实测即按此类输入计',
  'a run is what your reference took': '一次运行以您的参考数据为准',
  'the code simulates no time': '该软件不模拟时间过程',
  'state nanoseconds': '请填写 nanoseconds',
  'your own run is the reference': '以您自己的运行为参考',
  'a language model with a known architecture': '结构已知的语言模型',
  'another price for another server': '不同的服务器应为不同的价格',
  'at least one hour with load': '至少一个小时有负载',
  'hour, for a price on demand': '按量价格应为 hour',
  'more than 0; leave the row out where the price is not known': '大于 0；价格未知时请去掉该行',
  'some load': '有负载',
  'the months of the commitment, e.g. 12': '承诺的月数，如 12',
  'the months that the upfront fee is spread over': '预付费用分摊的月数',
  'layers, hiddenSize and the other sizes': 'layers、hiddenSize 等结构参数',
  'an earlier entry': '前面的条目',
  'the whole answer cannot be done before its first token': '整个回答不可能早于首个 token 完成',
  'the model has no experts': '该模型没有专家层',
  'the instance type decides it': '由实例规格决定',
  'the hours of the known run already say how much there is to train': '已知运行的小时数已说明训练量',
  'sizes of requests need a serving workload by requestsPerSecond, as one number':
    '请求大小只适用于以单一数值 requestsPerSecond 描述的推理负载',
  'servers × acceleratorsPerServer is not acceleratorCount': 'servers × acceleratorsPerServer 不等于 acceleratorCount',
  'servers are counted for an instance type': '服务器数量须与实例规格一起填写',
  'only pictures and video are spread over cards': '只有图像与视频生成可分布到多张卡',
  'one ratio for each month': '每个月一个比例',
  'one rate for each pair of currencies': '每对币种一个汇率',
  'offline work queues by design': '离线任务本就排队',
  'no zone named lies in a region named': '所填可用区均不在所填地域内',
  'no region named lies in a geography named': '所填地域均不在所填地理范围内',
  'low ≤ expected ≤ high must hold': '须满足 low ≤ expected ≤ high',
  'full fine-tuning has no adapters': '全量微调没有适配器',
  'demand and horizonMonths say it here': '此处由 demand 与 horizonMonths 说明',
  'a window of no length': '时间窗口长度为零',
  'a real-time factor says nothing of clips without their length': '没有片段长度，实时率说明不了什么',
  'a rate joins two different currencies': '汇率须连接两种不同的币种',
  'each type named is excluded': '所填规格均已被排除',
  'no provider allowed has a type named': '允许的厂商均没有所填规格',
  'no type named holds an accelerator named': '所填规格均不含所填加速卡',
};

function jobs(): Readonly<Record<string, string>> {
  return {
    inference: '推理',
    training: '训练',
    rendering: '渲染',
    workstation: '工作站',
    transcoding: '转码',
    hpc: '高性能计算',
    general: '通用',
    cloud_gaming: '云游戏',
  };
}

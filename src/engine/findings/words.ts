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

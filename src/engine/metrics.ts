/** What each figure of `performance` means, word for word: a figure whose formula differs from the reader's misleads. */

interface Text {
  readonly en: string;
  readonly zh: string;
}

export interface Metric {
  readonly label: Text;
  /** Formula, what is counted in, and of how much of the plan it is. */
  readonly meaning: Text;
  /** Which way is better; null = neither. */
  readonly better: 'lower' | 'higher' | null;
}

const lower = (label: Text, meaning: Text): Metric => ({ label, meaning, better: 'lower' });
const higher = (label: Text, meaning: Text): Metric => ({ label, meaning, better: 'higher' });
const t = (en: string, zh: string): Text => ({ en, zh });

export const METRICS: Readonly<Record<string, Metric>> = {
  // Language model serving; latencies are at the asked percentile.
  timeToFirstTokenMs: lower(
    t('Time to first token (ms)', '首 token 时延（毫秒）'),
    t(
      'From the arrival of a request to its first token, waiting included.',
      '从请求到达到第一个 token 产生的时间，含排队。',
    ),
  ),
  timePerOutputTokenMs: lower(
    t('Time per output token (ms)', '每输出 token 时延（毫秒）'),
    t(
      '(end-to-end time − time to first token) ÷ (output tokens − 1): the first token is not counted.',
      '（端到端时延 − 首 token 时延）÷（输出 token 数 − 1）：不含第一个 token。',
    ),
  ),
  endToEndLatencyMs: lower(
    t('End-to-end latency (ms)', '端到端时延（毫秒）'),
    t(
      'From the arrival of a request to its last token, waiting included.',
      '从请求到达到最后一个 token 产生的时间，含排队。',
    ),
  ),
  outputTokensPerSecond: higher(
    t('Output tokens a second', '每秒输出 token 数'),
    t('Generated tokens a second, all replicas together.', '全部副本每秒生成的 token 数。'),
  ),
  totalTokensPerSecond: higher(
    t('Total tokens a second', '每秒总 token 数'),
    t('Prompt and generated tokens a second, all replicas together.', '全部副本每秒处理的输入与输出 token 数之和。'),
  ),
  requestsPerSecond: higher(
    t('Requests a second', '每秒请求数'),
    t('Requests finished a second, the whole service together.', '整个服务每秒完成的请求数。'),
  ),
  maxConcurrency: higher(
    t('Most requests in flight', '最大并发请求数'),
    t(
      'Most requests in flight at which memory and all goals still hold, all replicas together.',
      '在满足显存与全部目标的前提下，全部副本可同时处理的最多请求数。',
    ),
  ),

  // Other models.
  latencyMs: lower(
    t('Latency (ms)', '时延（毫秒）'),
    t(
      'From the arrival of an item to its result at the load, waiting included; median.',
      '在给定负载下，从一项到达到得到结果的时间，含排队；中位数。',
    ),
  ),
  imagesPerSecond: higher(
    t('Images a second', '每秒图像数'),
    t('Images finished a second, all devices together.', '全部设备每秒完成的图像数。'),
  ),
  videosPerSecond: higher(
    t('Videos a second', '每秒视频数'),
    t('Generated clips finished a second, all devices together.', '全部设备每秒生成的视频片段数。'),
  ),
  pagesPerSecond: higher(
    t('Pages a second', '每秒页数'),
    t('Pages read a second, all devices together.', '全部设备每秒识别的页数。'),
  ),
  iterationsPerSecond: higher(
    t('Iterations a second', '每秒迭代步数'),
    t('Denoising steps a second, all devices together.', '全部设备每秒的去噪步数。'),
  ),
  realTimeFactor: higher(
    t('Real-time factor', '实时倍率'),
    t(
      'Seconds of audio handled in a second, all devices together: more is faster (others state its inverse).',
      '全部设备每秒处理的音频秒数：越大越快（有些资料给出其倒数）。',
    ),
  ),
  streams: higher(
    t('Streams', '路数'),
    t(
      'Live streams carried at once without one falling behind, a margin kept; all devices together.',
      '在保留余量、均不掉队的前提下，全部设备可同时承载的实时路数。',
    ),
  ),

  // Training.
  stepTimeSeconds: lower(
    t('Step time (s)', '每步时间（秒）'),
    t('One optimiser step over the global batch.', '对一个全局批完成一次优化器更新的时间。'),
  ),
  tokensPerSecond: higher(
    t('Tokens a second', '每秒 token 数'),
    t(
      'Tokens that all devices together train on (global batch × sequence ÷ step time), or that a service reads.',
      '全部设备每秒训练的 token 数（全局批 × 序列长度 ÷ 每步时间）；推理服务则为每秒读入的 token 数。',
    ),
  ),
  tokensPerSecondPerAccelerator: higher(
    t('Tokens a second and accelerator', '每卡每秒 token 数'),
    t('tokensPerSecond ÷ accelerators.', 'tokensPerSecond ÷ 加速卡数。'),
  ),
  samplesPerSecond: higher(
    t('Samples a second', '每秒样本数'),
    t(
      'Training: global batch ÷ step time. Inference: texts, pairs or clips a second. All devices together.',
      '训练：全局批 ÷ 每步时间；推理：每秒文本、文本对或片段数。均为全部设备合计。',
    ),
  ),
  modelFlopsUtilizationRatio: higher(
    t('Model FLOPS utilisation (0…1)', '模型算力利用率（0…1）'),
    t(
      'modelTflopsPerAccelerator ÷ dense peak of the accelerator at the computing precision.',
      'modelTflopsPerAccelerator ÷ 加速卡在计算精度下的稠密峰值算力。',
    ),
  ),
  modelTflopsPerAccelerator: higher(
    t('Model TFLOP/s of an accelerator', '每卡模型算力（TFLOP/s）'),
    t(
      'Work of the model itself a second and accelerator: forward and backward, what is computed again not counted.',
      '每卡每秒完成的模型计算量：仅计前向与反向，不计重计算。',
    ),
  ),
  scalingEfficiencyRatio: higher(
    t('Scaling efficiency (0…1)', '扩展效率（0…1）'),
    t(
      'Share of the speed of so many lone accelerators that is left when they work together.',
      '多卡协同时，相对同样数量单卡速度之和所保留的比例。',
    ),
  ),
  durationHours: lower(
    t('Duration (h)', '时长（小时）'),
    t(
      'From start to end of the job (all its runs, or one batch), with start-up, checkpoints and restarts where they apply.',
      '作业从开始到结束的时间（全部运行，或一个批次），视情况含启动、检查点与重启。',
    ),
  ),
  acceleratorHours: lower(
    t('Accelerator-hours', '卡时'),
    t('durationHours × accelerators.', 'durationHours × 加速卡数。'),
  ),

  // Rendering, transcoding, workstations.
  secondsPerFrame: lower(
    t('Seconds a frame', '每帧秒数'),
    t('Time of one frame on the devices that render it.', '渲染一帧所用的时间（在渲染它的设备上）。'),
  ),
  framesPerHour: higher(
    t('Frames an hour', '每小时帧数'),
    t(
      'Frames finished an hour, all servers together, outages counted.',
      '全部服务器每小时完成的帧数，已计入不可用时间。',
    ),
  ),
  framesPerSecond: higher(
    t('Frames a second', '每秒帧数'),
    t('Frames encoded a second, all devices together.', '全部设备每秒编码的帧数。'),
  ),
  framesPerSecondPerEngine: higher(
    t('Frames a second and encoder', '每编码引擎每秒帧数'),
    t('Frames encoded a second by one encoding engine.', '单个编码引擎每秒编码的帧数。'),
  ),
  encoderUtilisationRatio: {
    label: t('Encoder utilisation (0…1)', '编码器利用率（0…1）'),
    meaning: t(
      'Share of the encoding rate that the streams take, margin included.',
      '各路流占用的编码能力比例，含余量。',
    ),
    better: null,
  },
  users: higher(
    t('Users', '用户数'),
    t('Users that all servers together carry at once.', '全部服务器可同时承载的用户数。'),
  ),
  usersPerAccelerator: higher(
    t('Users of an accelerator', '每卡用户数'),
    t('Users that one device carries at once.', '单个设备可同时承载的用户数。'),
  ),
  acceleratorsNeeded: lower(
    t('Accelerators needed', '所需加速卡数'),
    t('Devices that the stated users need.', '所述用户需要的设备数。'),
  ),

  // Simulation.
  hoursPerRun: lower(
    t('Hours a run', '每次运行时长（小时）'),
    t(
      'Time of one run on the accelerators that work on it, set-up included.',
      '单次运行在所用加速卡上的时间，含准备。',
    ),
  ),
  nanosecondsPerDay: higher(
    t('Nanoseconds a day', '每日模拟纳秒数'),
    t('Simulated time a day of one run.', '单次运行每天模拟的时间。'),
  ),
  secondsPerRun: lower(
    t('Seconds a run', '每次运行秒数'),
    t('Computing time of one run, set-up not included.', '单次运行的计算时间，不含准备。'),
  ),
  unitsPerSecond: higher(
    t('Units of work a second', '每秒计算单位数'),
    t("Work of one run a second, in the code's own unit.", '单次运行每秒完成的计算量，单位由软件自定。'),
  ),
  gigabytesPerSecond: higher(
    t('Gigabytes a second', '每秒吉字节'),
    t('Memory traffic of one run, 10⁹ bytes a second.', '单次运行的显存流量，10⁹ 字节/秒。'),
  ),
  teraflopsPerSecond: higher(
    t('TFLOP/s', '每秒万亿次浮点运算'),
    t('Arithmetic of one run, 10¹² operations a second.', '单次运行的计算速度，10¹² 次/秒。'),
  ),
  megaLatticeUpdatesPerSecond: higher(
    t('Million lattice updates a second', '每秒百万格点更新'),
    t('Lattice updates of one run, 10⁶ a second.', '单次运行的格点更新速度，10⁶/秒。'),
  ),
};

/** The meanings as a list of the document. */
export function glossary(): string {
  return Object.entries(METRICS)
    .map(([name, { meaning }]) => `- \`${name}\`: ${meaning.en}`)
    .join('\n');
}

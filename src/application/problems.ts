/** The one table of problems: everything that a call may answer beside its reply. To add one: its line here. */
import type { Language } from '../engine/finding.js';

interface ProblemText {
  readonly status: number;
  readonly title: { readonly en: string; readonly zh: string };
  /** What to do about it; shown with the problem and on its page. */
  readonly advice: { readonly en: string; readonly zh: string };
}

export const PROBLEMS = {
  'malformed-json': {
    status: 400,
    title: { en: 'The body is not JSON', zh: '请求体不是有效的 JSON' },
    advice: {
      en: 'Send one UTF-8 JSON value, without duplicate or `__proto__` keys.',
      zh: '请发送一个 UTF-8 编码的 JSON 值。',
    },
  },
  'nesting-too-deep': {
    status: 400,
    title: { en: 'The body is nested too deeply', zh: '请求体嵌套过深' },
    advice: { en: 'No request needs more than 32 levels.', zh: '任何请求都不需要超过 32 层嵌套。' },
  },
  'invalid-request': {
    status: 400,
    title: { en: 'The request does not have the right shape', zh: '请求的结构不正确' },
    advice: {
      en: '`errors` names every field that is wrong and what is accepted there. The schemas are in /openapi.json.',
      zh: '`errors` 列出所有有误的字段及可接受的值；完整结构见 /openapi.json。',
    },
  },
  'malformed-request': {
    status: 400,
    title: { en: 'The request is not proper HTTP', zh: '请求不符合 HTTP 规范' },
    advice: { en: 'Check the address, the headers and their encoding.', zh: '请检查地址、请求头及其编码。' },
  },
  'invalid-cursor': {
    status: 400,
    title: { en: 'The cursor is not one of ours for this list', zh: '游标无效' },
    advice: {
      en: 'Send `nextCursor` of the page before, unchanged and with the same filters; or start without a cursor.',
      zh: '请原样使用上一页的 `nextCursor` 并保持筛选条件不变，或不带游标重新开始。',
    },
  },
  unauthenticated: {
    status: 401,
    title: { en: 'A valid API key is needed', zh: '需要有效的 API 密钥' },
    advice: {
      en: 'Send `Authorization: Bearer <key>` or `X-API-Key: <key>` with a key that has not expired or been revoked.',
      zh: '请在 `Authorization: Bearer <密钥>` 或 `X-API-Key: <密钥>` 中提供有效的密钥。',
    },
  },
  'missing-scope': {
    status: 403,
    title: { en: 'The key may not do this', zh: '该密钥无此权限' },
    advice: {
      en: 'Ask an admin for a key with the scope that `detail` names.',
      zh: '请向管理员申请具有所需权限的密钥。',
    },
  },
  'host-not-allowed': {
    status: 403,
    title: { en: 'Without API keys only local callers are served', zh: '未启用 API 密钥时仅服务本机调用' },
    advice: {
      en: 'Call the address of the loopback interface, or switch API keys on (AUTH=keys).',
      zh: '请通过回环地址访问，或启用 API 密钥（AUTH=keys）。',
    },
  },
  'not-found': {
    status: 404,
    title: { en: 'There is nothing at this address', zh: '该地址不存在' },
    advice: {
      en: 'All addresses are in /openapi.json; the lists there name what exists.',
      zh: '所有地址见 /openapi.json；可通过其中的列表接口查看已有内容。',
    },
  },
  'method-not-allowed': {
    status: 405,
    title: { en: 'This address does not take that method', zh: '该地址不支持此方法' },
    advice: { en: 'The header `Allow` names the methods that it takes.', zh: '响应头 `Allow` 列出了支持的方法。' },
  },
  'not-acceptable': {
    status: 406,
    title: { en: 'No such representation', zh: '没有可接受的表示形式' },
    advice: {
      en: 'Accept `application/json`, or `text/csv` on catalogue lists.',
      zh: '请接受 `application/json`；目录列表还支持 `text/csv`。',
    },
  },
  'request-timeout': {
    status: 408,
    title: { en: 'The request took too long to arrive', zh: '请求接收超时' },
    advice: { en: 'Send it again.', zh: '请重新发送。' },
  },
  conflict: {
    status: 409,
    title: { en: 'The change contradicts what is stored', zh: '变更与现有数据冲突' },
    advice: { en: '`errors` says with what.', zh: '详见 `errors`。' },
  },
  'still-referenced': {
    status: 409,
    title: { en: 'Other entries still refer to it', zh: '仍被其他条目引用' },
    advice: { en: 'Retire or change the entries in `errors` first.', zh: '请先停用或修改 `errors` 中列出的条目。' },
  },
  'idempotency-in-flight': {
    status: 409,
    title: {
      en: 'The first request with this Idempotency-Key is still running',
      zh: '使用该 Idempotency-Key 的首个请求仍在处理中',
    },
    advice: {
      en: 'Wait as long as `Retry-After` says and send the same request again.',
      zh: '请按 `Retry-After` 等待后重发相同请求。',
    },
  },
  'sheet-not-draft': {
    status: 409,
    title: { en: 'A published price sheet never changes', zh: '已发布的价格表不可更改' },
    advice: { en: 'Make a new draft; publishing it supersedes this one.', zh: '请新建草稿；发布后将取代当前版本。' },
  },
  'import-running': {
    status: 409,
    title: { en: 'Another import of this price sheet is running', zh: '该价格表正在进行另一次导入' },
    advice: {
      en: 'Wait for it, or cancel it: GET /price-sheets/{id}/imports shows it.',
      zh: '请等待其结束或将其取消：见 GET /price-sheets/{id}/imports。',
    },
  },
  'impact-cancelled': {
    status: 409,
    title: { en: 'The impact was cancelled', zh: '影响计算已取消' },
    advice: { en: 'Ask for it again to start over.', zh: '请重新请求以重新开始。' },
  },
  'import-cancelled': {
    status: 409,
    title: { en: 'The import was cancelled', zh: '导入已取消' },
    advice: {
      en: 'Nothing of it was kept. Send it again to start over.',
      zh: '未保留任何内容。请重新发送以重新开始。',
    },
  },
  'second-person-required': {
    status: 409,
    title: { en: 'Somebody else has to publish this price sheet', zh: '须由其他人发布该价格表' },
    advice: {
      en: 'Whoever made, filled or overrode something in it may not publish it; ask another holder of prices:publish.',
      zh: '创建、填写或放行过该价格表的人不能发布；请由另一位拥有 prices:publish 权限的人发布。',
    },
  },
  'quote-state': {
    status: 409,
    title: { en: 'The quote cannot take this step', zh: '报价单当前状态不允许此操作' },
    advice: {
      en: 'A draft is issued by its approver, an issued quote is accepted; both can be withdrawn; an expired one can do neither.',
      zh: '草稿由审批人签发，已签发的报价单可接受；两者均可撤回；已过期的不可再变更。',
    },
  },
  'precondition-failed': {
    status: 412,
    title: { en: 'It was changed in the meantime', zh: '资源已被更改' },
    advice: {
      en: 'Read it again, apply your change to what it says now, and send the new ETag.',
      zh: '请重新读取后在最新内容上修改，并使用新的 ETag。',
    },
  },
  'already-exists': {
    status: 412,
    title: { en: 'It exists already', zh: '该条目已存在' },
    advice: {
      en: 'Read it; to replace it send `If-Match: <ETag>`, to keep both choose another id.',
      zh: '请先读取；替换请发送 `If-Match: <ETag>`，若需并存请另选标识。',
    },
  },
  'body-too-large': {
    status: 413,
    title: { en: 'The body is too large', zh: '请求体过大' },
    advice: {
      en: 'JSON bodies may have up to 1 MiB; send many workloads to /recommend/batch.',
      zh: 'JSON 请求体最大 1 MiB；大量任务请使用 /recommend/batch。',
    },
  },
  'address-too-long': {
    status: 414,
    title: { en: 'The address is too long', zh: '请求地址过长' },
    advice: { en: 'Shorten the path or the query string.', zh: '请缩短路径或查询字符串。' },
  },
  'unsupported-media-type': {
    status: 415,
    title: { en: 'The body is of a kind that this call does not take', zh: '不支持的请求体类型' },
    advice: {
      en: 'Send UTF-8 with the `Content-Type` that `detail` names.',
      zh: '请使用 UTF-8 编码及 `detail` 指明的 `Content-Type`。',
    },
  },
  'unanswerable-question': {
    status: 422,
    title: { en: 'The question cannot be answered as it stands', zh: '该问题无法按现有内容回答' },
    advice: {
      en: '`errors` names every field, and the nearest names where one is unknown.',
      zh: '`errors` 列出所有字段；未知名称会给出最接近的候选。',
    },
  },
  'nothing-to-quote': {
    status: 422,
    title: { en: 'There is no plan to quote', zh: '没有可报价的方案' },
    advice: {
      en: 'Ask /recommend first: it says why nothing fits, or which plans there are.',
      zh: '请先调用 /recommend：其会说明没有方案满足的原因，或列出可用方案。',
    },
  },
  'export-not-possible': {
    status: 422,
    title: { en: 'The plan cannot be written in this format', zh: '该方案无法以此格式导出' },
    advice: {
      en: '`errors` says why, and which formats, items or plans there are.',
      zh: '`errors` 说明原因，并列出可用的格式、项目或方案。',
    },
  },
  'invalid-catalogue-entry': {
    status: 422,
    title: { en: 'The entry contradicts the catalogue', zh: '条目与目录相矛盾' },
    advice: { en: '`errors` names what it refers to or contradicts.', zh: '详见 `errors`。' },
  },
  'unreadable-price-list': {
    status: 422,
    title: { en: 'The price list cannot be read', zh: '无法读取价格表' },
    advice: {
      en: '`detail` says what is wrong with the file. GET /price-formats lists the formats; nothing was changed.',
      zh: '`detail` 说明文件的问题。支持的格式见 GET /price-formats；未做任何更改。',
    },
  },
  'idempotency-mismatch': {
    status: 422,
    title: { en: 'This Idempotency-Key was used for another request', zh: '该 Idempotency-Key 已用于其他请求' },
    advice: { en: 'Use a new key for a new request.', zh: '新的请求请使用新的键。' },
  },
  'precondition-required': {
    status: 428,
    title: { en: 'Say which version you are changing', zh: '须指明要更改的版本' },
    advice: {
      en: 'Send `If-None-Match: *` to create, or `If-Match: <ETag>` to replace or retire what you have read.',
      zh: '创建请发送 `If-None-Match: *`；替换或停用请发送 `If-Match: <ETag>`。',
    },
  },
  'too-many-requests': {
    status: 429,
    title: { en: 'Too many requests', zh: '请求过多' },
    advice: {
      en: 'Wait as long as `Retry-After` says. `RateLimit-Policy` states the limit.',
      zh: '请按 `Retry-After` 等待；限额见 `RateLimit-Policy`。',
    },
  },
  'headers-too-large': {
    status: 431,
    title: { en: 'The headers are too large', zh: '请求头过大' },
    advice: { en: 'Send fewer or shorter headers.', zh: '请减少或缩短请求头。' },
  },
  internal: {
    status: 500,
    title: { en: 'Something went wrong on our side', zh: '服务内部错误' },
    advice: { en: 'It has been logged; report it with the `requestId`.', zh: '错误已记录；反馈时请附上 `requestId`。' },
  },
  overloaded: {
    status: 503,
    title: { en: 'The service is overloaded', zh: '服务过载' },
    advice: { en: 'Wait as long as `Retry-After` says and try again.', zh: '请按 `Retry-After` 等待后重试。' },
  },
  'not-ready': {
    status: 503,
    title: { en: 'The service is not ready', zh: '服务未就绪' },
    advice: {
      en: 'It is starting or stopping; try another replica or again in a moment.',
      zh: '服务正在启动或停止，请稍后重试。',
    },
  },
  'database-unavailable': {
    status: 503,
    title: { en: 'Nothing can be written at the moment', zh: '暂时无法写入' },
    advice: {
      en: 'The database cannot be reached. Planning and reads go on from the last catalogue; send the change again later.',
      zh: '数据库暂不可用。规划与读取基于最近的目录继续提供；请稍后重试写入。',
    },
  },
  'deadline-exceeded': {
    status: 503,
    title: { en: 'The answer took longer than allowed', zh: '处理超时' },
    advice: { en: 'Try again, or narrow the constraints.', zh: '请重试或缩小约束范围。' },
  },
} as const satisfies Record<string, ProblemText>;

export type ProblemCode = keyof typeof PROBLEMS;
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** A sentence in both languages. */
export type Sentence = Readonly<Record<Language, string>>;

/** One fault of a request: where it is (in the body, or a parameter or header by name), and what would be accepted. */
export interface ProblemError {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: Sentence;
  readonly allowed?: readonly string[];
}

export interface ProblemOptions {
  readonly detail?: Sentence;
  readonly errors?: readonly ProblemError[];
  /** Response headers that belong to it, e.g. `Allow`, `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** Ends a call with a problem. Thrown anywhere in application or http; rendered in one place. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: Sentence | undefined;
  readonly errors: readonly ProblemError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(
      options.detail?.en ?? PROBLEMS[code].title.en,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'Problem';
    this.code = code;
    this.detail = options.detail;
    this.errors = options.errors ?? [];
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

/** What is asked for by an id, in words. Kinds of the catalogue go by the name in their address. */
const THINGS = {
  quote: { en: 'quote', zh: '报价单' },
  'price-sheet': { en: 'price sheet', zh: '价格表' },
  'price-import': { en: 'import', zh: '导入' },
  'price-impact': { en: 'impact', zh: '影响计算' },
  'price-book': { en: 'price book', zh: '价格手册' },
  'api-key': { en: 'API key', zh: 'API 密钥' },
  calibration: { en: 'calibration', zh: '校准' },
  problem: { en: 'problem', zh: '问题类型' },
  accelerators: { en: 'accelerator', zh: '加速卡' },
  'instance-families': { en: 'instance family', zh: '规格族' },
  'instance-types': { en: 'instance type', zh: '实例规格' },
  providers: { en: 'provider', zh: '云厂商' },
  regions: { en: 'region', zh: '地域' },
  'price-areas': { en: 'price area', zh: '价格区域' },
  'software-features': { en: 'software feature', zh: '软件特性' },
  'storage-types': { en: 'storage type', zh: '存储类型' },
  'network-services': { en: 'network service', zh: '网络服务' },
  models: { en: 'model', zh: '模型' },
} as const satisfies Record<string, Sentence>;

/** `not-found` that names the thing and the id that was asked for. */
export function absent(thing: keyof typeof THINGS, id: string): Problem {
  const { en, zh } = THINGS[thing];
  return new Problem('not-found', { detail: { en: `There is no ${en} "${id}".`, zh: `没有标识为 “${id}” 的${zh}。` } });
}

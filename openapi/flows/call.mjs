// What the flows share: one call, which throws what the service refused.
const server = process.env.CARDWISE_SERVER ?? 'http://127.0.0.1:8080';
const key = process.env.CARDWISE_API_KEY;

export async function call(method, path, { body, headers = {} } = {}) {
  const response = await fetch(`${server}${path}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || typeof body === 'string' ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return isJson ? JSON.parse(text) : text;
}

/** Makes a changing call safe to send again. */
export const once = () => ({ 'idempotency-key': crypto.randomUUID() });

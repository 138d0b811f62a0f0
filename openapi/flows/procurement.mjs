// A procurement flow: question → quote → approval → proof → deployable files → acceptance; months later: what changed?
// Run it: CARDWISE_SERVER=… CARDWISE_API_KEY=… node openapi/flows/procurement.mjs
import { call, once } from './call.mjs';

// 1. Freeze the answer to a question. With an approver it waits as a draft.
const quote = await call('POST', '/quotes', {
  body: {
    items: [
      {
        name: 'assistant',
        request: {
          workload: {
            scenario: 'llm-inference',
            model: 'Qwen/Qwen2.5-7B-Instruct',
            inputTokens: 1000,
            outputTokens: 300,
            concurrency: 40,
          },
          constraints: { providers: ['tencent'] },
          usage: { termMonths: 12 },
          currency: 'CNY',
        },
      },
    ],
    reference: 'PR-2026-0117',
    costCentre: 'CC-4200',
    approver: 'chen.li@example.com',
    validDays: 30,
  },
  headers: once(),
});
console.log(`${quote.number}: ${quote.state}, ${quote.monthly.amount} ${quote.monthly.currency} a month`);

// 2. The evidence pack goes to the approver, who issues the quote in their name.
const pack = await call('GET', `/quotes/${quote.id}/export?format=evidence-markdown`);
console.log(`evidence pack: ${pack.split('\n').filter((line) => line.startsWith('## ')).length} sections`);
await call('POST', `/quotes/${quote.id}/state`, {
  body: { state: 'issued', by: 'chen.li@example.com', note: 'within budget' },
  headers: once(),
});

// 3. Anyone can prove what was signed, with the public key alone.
const { keys } = await call('GET', '/quote-keys');
const { isValid } = await call('GET', `/quotes/${quote.id}/verify`);
console.log(
  `signed by ${keys.some(({ kid }) => kid === quote.signingKeyId) ? 'a known key' : 'nobody'}; valid: ${isValid}`,
);

// 4. Buy it: Terraform for the servers, Kubernetes for the service, FOCUS rows for the budget.
for (const format of ['terraform', 'kubernetes', 'launch-vllm', 'focus']) {
  const file = await call('GET', `/quotes/${quote.id}/export?format=${format}`);
  console.log(`${format}: ${file.split('\n').length} lines`);
}
await call('POST', `/quotes/${quote.id}/state`, { body: { state: 'accepted' }, headers: once() });

// 5. Months later: the same question, today.
const drift = await call('GET', `/quotes/${quote.id}/drift`);
for (const item of drift.items)
  console.log(
    `${item.name}: ${item.hasDrifted ? item.causes.map(({ cause, monthlyDelta }) => `${cause} ${monthlyDelta}`).join(', ') : 'unchanged'}`,
  );

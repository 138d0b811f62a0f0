// The portal page of a cloud: a form made from /scenarios, one fetch to /recommend, a list of plans.
// Run it: CARDWISE_SERVER=http://127.0.0.1:8080 node openapi/flows/portal.mjs
import { call } from './call.mjs';

// 1. The form: fields, bounds, defaults and labels in the visitor's language come from the service.
const { scenarios } = await call('GET', '/scenarios');
const scenario = scenarios.find(({ id }) => id === 'llm-inference');
const needed = scenario.fields.filter(({ isRequired }) => isRequired).map(({ label }) => label.zh);
console.log(`表单：${scenario.label.zh}，${scenario.fields.length} 个字段，必填：${needed.join('、')}`);

// 2. The visitor fills it in: which model, how many conversations at once, how fast the first token.
const question = {
  workload: {
    scenario: 'llm-inference',
    model: 'Qwen/Qwen2.5-7B-Instruct',
    inputTokens: 1000,
    outputTokens: 300,
    concurrency: 40,
    latency: { timeToFirstTokenMs: 2000 },
  },
  constraints: { providers: ['tencent'] },
  usage: { loadShape: { shape: 'evening-peak' }, termMonths: 12 },
  currency: 'CNY',
  limit: 3,
};
const reply = await call('POST', '/recommend', { body: question, headers: { 'accept-language': 'zh-CN' } });

// 3. The page: a card a plan, with its price and its reasons; or why nothing fits, and what would help.
for (const { rank, placement, cost, score, dimensions } of reply.plans) {
  const price = cost.monthly === null ? '价格未公布' : `${cost.monthly.amount} ${cost.monthly.currency}/月`;
  console.log(
    `${rank}. ${placement.servers} × ${placement.instanceType}（${placement.region}）${price}，得分 ${score}`,
  );
  console.log(`   ${dimensions.costOptimisation.because[0]?.message ?? ''}`);
}
for (const { change } of reply.relaxations) console.log(`放宽 ${change.pointer}：${JSON.stringify(change.to)}`);

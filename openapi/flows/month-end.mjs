// An admin's month-end: this month's list as CSV, edited, checked, looked at, published, and taken back.
// Run it: CARDWISE_SERVER=… CARDWISE_API_KEY=… node openapi/flows/month-end.mjs
import { call, once } from './call.mjs';

const provider = process.env.CARDWISE_PROVIDER ?? 'tencent';

// 1. The list that counts now, as a spreadsheet would get it.
const { items } = await call('GET', `/price-sheets?provider=${provider}&status=published`);
const current = items[0];
const csv = await call('GET', `/price-sheets/${current.id}/export?format=csv`);

// 2. The new month: on-demand and subscription prices go up by 3 %. (In life this is a file from the provider.)
const [head, ...rows] = csv.trimEnd().split('\r\n');
const price = head.split(',').indexOf('price');
const raised = rows.map((row) => {
  const cells = row.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, ''));
  cells[price] = String(Number((Number(cells[price]) * 1.03).toFixed(6)));
  return cells.slice(0, head.split(',').length).join(',');
});
const list = [head, ...raised, ''].join('\r\n');

// 3. A draft of the same series, and the list into it: first as a rehearsal, then in earnest.
const draft = await call('POST', '/price-sheets', {
  body: { provider, series: current.series, label: 'December list', source: 'month-end example' },
  headers: once(),
});
const send = (query) =>
  call('POST', `/price-sheets/${draft.id}/import?format=csv${query}`, {
    body: list,
    headers: { ...once(), 'content-type': 'text/csv' },
  });
const rehearsal = await send('&dryRun=true');
const imported = await send('');
console.log(
  `rows accepted: ${imported.rowsAccepted ?? imported.counts?.rowsAccepted} (rehearsed: ${rehearsal.rowsAccepted ?? rehearsal.counts?.rowsAccepted})`,
);

// 4. What would it change? Questions that were asked, answered with both lists: a job, whose events end when it does.
const job = await call('POST', `/price-sheets/${draft.id}/impact`, { headers: once() });
await call('GET', `/price-sheets/${draft.id}/impacts/${job.id}/events`);
const { report: impact } = await call('GET', `/price-sheets/${draft.id}/impacts/${job.id}`);
console.log(`asked again: ${impact.asked}, other winners: ${impact.otherWinners}, other costs: ${impact.otherCosts}`);

// 5. Publish: from now on plans are priced by it. The version before is kept, and can be brought back.
const published = await call('POST', `/price-sheets/${draft.id}/publish`, { headers: once() });
console.log(`published version ${published.version} of ${published.series}: ${published.status}`);
const back = await call('POST', `/price-sheets/${current.id}/rollback`, {
  body: { reason: 'month-end example' },
  headers: once(),
});
console.log(`rolled back to the list before, as version ${back.version}: ${back.status}`);

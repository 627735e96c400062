// Runs a month of a program in test mode, with only a test key: `API_KEY=sk_test_… npm run example:month`. It first deletes the
// test data of the brand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Affiliate, type BulkInvitation, type Client, createClient } from '#lib/client/index.ts';
import { basePath } from '#lib/foundation/contract/route.ts';

const { API_KEY: apiKey = '', API_URL: baseUrl = `http://localhost:3000${basePath}` } = process.env;
const ordersPerCreator = 4;
const attempts = 100;
const pauseMilliseconds = 200;

/** Asks until the answer is as expected. */
async function until<Data>(ask: () => Promise<Data>, isExpected: (data: Data) => boolean): Promise<Data> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const data = await ask();
    if (isExpected(data)) return data;
    await setTimeout(pauseMilliseconds);
  }
  throw new Error(`The answer does not become as expected: ${ask}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function inviteCreators(client: Client): Promise<readonly Affiliate[]> {
  const [header = '', ...lines] = readFileSync(join(import.meta.dirname, 'creators.csv'), 'utf8')
    .trim()
    .split('\n');
  const names = header.split(',');
  const affiliates = lines.map(
    (line) =>
      Object.fromEntries(line.split(',').map((cell, column) => [names[column], cell])) as BulkInvitation,
  );
  const { data, meta } = await client.affiliates.createBulk({ affiliates }).withResponse();
  print(`${meta.created} creators invited from creators.csv`);
  const invited = data.flatMap((row) => (row.status === 'created' && row.affiliate ? [row.affiliate] : []));
  for (const { id } of invited) await client.affiliates.update(id, { status: 'active' });
  return invited;
}

async function createCodes(client: Client, creators: readonly Affiliate[]): Promise<void> {
  const discounts = creators.map(({ id, trackingCode }) => ({
    code: `${trackingCode}10`,
    type: 'percentage' as const,
    value: 10,
    affiliateId: id,
  }));
  const { meta } = await client.discounts.createBulk({ discounts }).withResponse();
  print(`${meta.created} discount codes created`);
}

/** Follows a link as a browser does. The landing page receives the id of the click. */
async function clickOn(link: string): Promise<string> {
  const browser =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15';
  const response = await fetch(link, { redirect: 'manual', headers: { 'user-agent': browser } });
  const landingPage = new URL(response.headers.get('location') ?? link);
  return landingPage.searchParams.get('clickId') ?? '';
}

async function click(creators: readonly Affiliate[]): Promise<readonly string[]> {
  const clickIds = [];
  for (const { link } of creators) clickIds.push(await clickOn(link));
  print(`${clickIds.length} links followed`);
  return clickIds;
}

/** The first order of each creator comes from a click, the others from the discount code. */
async function recordOrders(
  client: Client,
  creators: readonly Affiliate[],
  clickIds: readonly string[],
): Promise<readonly string[]> {
  const conversions = creators.flatMap(({ trackingCode }, creator) =>
    Array.from({ length: ordersPerCreator }, (_, order) => ({
      orderId: `${trackingCode}-${order}`,
      amount: 50 + order,
      ...(order === 0 ? { clickId: clickIds[creator] } : { discountCode: `${trackingCode}10` }),
    })),
  );
  const { data, meta } = await client.conversions.createBulk({ conversions }).withResponse();
  const recorded = data.flatMap((row) =>
    row.status === 'created' && row.conversion ? [row.conversion] : [],
  );
  const attributed = recorded.filter(({ affiliateId }) => affiliateId !== null);
  print(`${meta.created} orders recorded, ${attributed.length} attributed`);
  return recorded.map(({ id }) => id);
}

async function refund(client: Client, [first = '', second = '']: readonly string[]): Promise<void> {
  await client.conversions.refund(first, { refundId: 'refund-1', amount: 20 });
  await client.conversions.refund(second, { refundId: 'refund-2', amount: 51 });
  print('2 orders refunded: one in part, one completely');
}

async function endHold(client: Client): Promise<void> {
  const { data: early } = await client.commissions.list({ status: ['pending'], limit: 2 });
  const { meta } = await client.commissions.approveMany({ ids: early.map(({ id }) => id) }).withResponse();
  // The newest commission is the first one of the list, so the holds of all others have ended before.
  const clock = await client.testMode.moveClock({ at: early[0]?.eligibleAt ?? '' });
  print(
    `${meta.approved} commissions approved by hand, ${clock.approvedCommissions} by the clock, now ${clock.now}`,
  );
}

async function pay(client: Client): Promise<void> {
  const { id = '' } = (await client.payouts.create()) ?? {};
  const payout = () => client.payouts.get(id);
  const { amount, currency } = await until(payout, ({ status }) => status === 'ready');
  await client.payouts.update(id, { status: 'paid', reference: 'transfer-1' });
  await until(payout, ({ status }) => status === 'paid');
  print(`${amount} ${currency} paid`);
}

async function report(client: Client, from: string, orders: number): Promise<void> {
  const to = (await client.testMode.getClock()).now.slice(0, 10);
  const { rows, totals } = await until(
    () => client.reports.performance({ groupBy: 'affiliate', sort: 'netRevenue', from, to }),
    ({ totals: now }) => now.orders === orders && Number(now.clicks) > 0 && now.approvedCommission === 0,
  );
  print(
    `Report: ${rows.length} creators, ${totals.clicks} clicks, ${totals.orders} orders, ${totals.paidCommission} paid`,
  );
}

async function exportCommissions(client: Client): Promise<void> {
  const { id } = await client.exports.create({ resource: 'commissions', format: 'csv' });
  const { url } = await until(
    () => client.exports.get(id),
    ({ status }) => status === 'ready',
  );
  const response = await fetch(url ?? '');
  if (!response.ok) throw new Error(`The file returned ${response.status}`);
  const [, ...rows] = (await response.text()).trim().split('\r\n');
  print(`Export: ${rows.length} commissions`);
}

const started = performance.now();
const client = createClient({ baseUrl, apiKey });
await client.testMode.reset();
const firstDay = (await client.testMode.getClock()).now.slice(0, 10);
const creators = await inviteCreators(client);
await createCodes(client, creators);
const clickIds = await click(creators);
const orders = await recordOrders(client, creators, clickIds);
await refund(client, orders);
await endHold(client);
await pay(client);
await report(client, firstDay, orders.length);
await exportCommissions(client);
print(`A month in ${((performance.now() - started) / 1000).toFixed(1)} seconds`);

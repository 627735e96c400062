// Runs a month of a program in test mode, with only a test key: `API_KEY=sk_test_… npm run example:month`. It first deletes the
// test data of the brand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { basePath } from '#lib/foundation/contract/route.ts';
import type { Json } from '#test/support/json.ts';
import { type Client, clientOf, getUntil } from './client.ts';

const { API_KEY: apiKey = '', API_URL: baseUrl = `http://localhost:3000${basePath}` } = process.env;
const ordersPerCreator = 4;
const idsOf = (results: Json, name: string): readonly string[] =>
  results.data.map((result: Json) => result[name].id);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function inviteCreators({ post, patch }: Client): Promise<readonly Json[]> {
  const [header = '', ...lines] = readFileSync(join(import.meta.dirname, 'creators.csv'), 'utf8')
    .trim()
    .split('\n');
  const names = header.split(',');
  const affiliates = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, column) => [names[column], cell])),
  );
  const invited = await post('/affiliates/bulk', { affiliates });
  for (const id of idsOf(invited, 'affiliate')) await patch(`/affiliates/${id}`, { status: 'active' });
  print(`${invited.meta.created} creators invited from creators.csv`);
  return invited.data.map(({ affiliate }: Json) => affiliate);
}

async function createCodes({ post }: Client, creators: readonly Json[]): Promise<void> {
  const discounts = creators.map(({ id, trackingCode }) => ({
    code: `${trackingCode}10`,
    type: 'percentage',
    value: 10,
    affiliateId: id,
  }));
  const { meta } = await post('/discounts/bulk', { discounts });
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

async function click(creators: readonly Json[]): Promise<readonly string[]> {
  const clickIds = [];
  for (const { link } of creators) clickIds.push(await clickOn(link));
  print(`${clickIds.length} links followed`);
  return clickIds;
}

/** The first order of each creator comes from a click, the others from the discount code. */
async function recordOrders(
  { post }: Client,
  creators: readonly Json[],
  clickIds: readonly string[],
): Promise<readonly string[]> {
  const conversions = creators.flatMap(({ trackingCode }, creator) =>
    Array.from({ length: ordersPerCreator }, (_, order) => ({
      orderId: `${trackingCode}-${order}`,
      amount: 50 + order,
      ...(order === 0 ? { clickId: clickIds[creator] } : { discountCode: `${trackingCode}10` }),
    })),
  );
  const recorded = await post('/conversions/bulk', { conversions });
  const attributed = recorded.data.filter(({ conversion }: Json) => conversion.affiliateId !== null);
  print(`${recorded.meta.created} orders recorded, ${attributed.length} attributed`);
  return idsOf(recorded, 'conversion');
}

async function refund({ post }: Client, [first, second]: readonly string[]): Promise<void> {
  await post(`/conversions/${first}/refunds`, { refundId: 'refund-1', amount: 20 });
  await post(`/conversions/${second}/refunds`, { refundId: 'refund-2', amount: 51 });
  print('2 orders refunded: one in part, one completely');
}

async function endHold({ get, post }: Client): Promise<void> {
  const { data: early } = await get('/commissions?status=pending&limit=2');
  const { meta } = await post('/commissions/approve', { ids: early.map(({ id }: Json) => id) });
  // The newest commission is the first one of the list, so the holds of all others have ended before.
  const { data: clock } = await post('/test/clock', { at: early[0].eligibleAt });
  print(
    `${meta.approved} commissions approved by hand, ${clock.approvedCommissions} by the clock, now ${clock.now}`,
  );
}

async function pay(client: Client): Promise<void> {
  const { id } = (await client.post('/payouts')).data;
  const { amount, currency } = await getUntil(client, `/payouts/${id}`, ({ status }) => status === 'ready');
  await client.patch(`/payouts/${id}`, { status: 'paid', reference: 'transfer-1' });
  await getUntil(client, `/payouts/${id}`, ({ status }) => status === 'paid');
  print(`${amount} ${currency} paid`);
}

async function report(client: Client, from: string, orders: number): Promise<void> {
  const to = (await client.get('/test/clock')).data.now.slice(0, 10);
  const path = `/reports/performance?groupBy=affiliate&sort=netRevenue&from=${from}&to=${to}`;
  const isFresh = ({ totals }: Json) =>
    totals.orders === orders && totals.clicks > 0 && totals.approvedCommission === 0;
  const { rows, totals } = await getUntil(client, path, isFresh);
  print(
    `Report: ${rows.length} creators, ${totals.clicks} clicks, ${totals.orders} orders, ${totals.paidCommission} paid`,
  );
}

async function exportCommissions(client: Client): Promise<void> {
  const { id } = (await client.post('/exports', { resource: 'commissions', format: 'csv' })).data;
  const { url } = await getUntil(client, `/exports/${id}`, ({ status }) => status === 'ready');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The file returned ${response.status}`);
  const [, ...rows] = (await response.text()).trim().split('\r\n');
  print(`Export: ${rows.length} commissions`);
}

const started = performance.now();
const client = clientOf(baseUrl, apiKey);
await client.post('/test/reset');
const firstDay = (await client.get('/test/clock')).data.now.slice(0, 10);
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

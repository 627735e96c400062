// Measures how long an erasure takes on the local stage: `npm run bench:erasure -- [--orders 5000]`. Fails if it takes longer than a
// minute. The creator has orders with commissions, and each order has events.
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { freePort } from '#infra/local/engine.ts';
import { clientOf } from '#test/support/api-client.ts';
import { newDataDirectory, pause, startLocalStage, until } from '#test/support/local-stage.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '5000' } } });
const orders = Number(values.orders);

const perRequest = 100;
const longestSeconds = 60;
/** The events of the orders must be in the feed before the erasure begins. */
const settleMilliseconds = 10_000;
const maxMilliseconds = 300_000;

async function loginAt(baseUrl: string) {
  const response = await fetch(`${baseUrl}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@scale.test', password: 'local-demo-password' }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return { client: clientOf(baseUrl, data.accessToken), token: data.accessToken };
}

async function measure(baseUrl: string): Promise<number> {
  const { client, token } = await loginAt(baseUrl);
  const invited = await client.post('/affiliates/invite', { email: 'grace@creators.test', name: 'Grace' });
  const { id, trackingCode } = invited.data;
  for (let sent = 0; sent < orders; sent += perRequest) {
    const conversions = Array.from({ length: perRequest }, (_, index) => ({
      orderId: `order-${sent + index}`,
      amount: 10,
      trackingCode,
      metadata: { note: 'for Grace' },
    }));
    await client.post('/conversions/bulk', { conversions });
  }
  const { totalOrders } = (await client.get(`/affiliates/${id}`)).data;
  if (totalOrders !== orders) throw new Error(`The creator has ${totalOrders} of ${orders} orders`);
  await pause(settleMilliseconds);
  const start = performance.now();
  const response = await fetch(`${baseUrl}/affiliates/${id}/personal-data`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const erasure = await until(
    async () => (await client.get(`/personal-data-erasures/${data.id}`)).data,
    ({ status }) => status === 'completed',
    maxMilliseconds,
  );
  if (erasure.status !== 'completed') throw new Error(`The erasure is ${erasure.status}`);
  return (performance.now() - start) / 1000;
}

const dataDirectory = newDataDirectory();
const port = await freePort();
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });
try {
  const seconds = await measure(`http://127.0.0.1:${port}/v1`);
  process.stdout.write(`An erasure of a creator with ${orders} orders took ${seconds.toFixed(1)} seconds.\n`);
  process.exitCode = seconds <= longestSeconds ? 0 : 1;
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(dataDirectory, { recursive: true, force: true });
}

// Measures webhooks on the local stage: `npm run bench:webhooks -- [--rounds 2] [--orders 60]`. Two brands have two endpoints each. In
// the second half of the rounds, one endpoint of each brand hangs. Fails if the first attempts take longer than 5 seconds (p99), or
// if the hanging endpoints delay the others by more than 20%.
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '#infra/local/engine.ts';
import { median, quantile } from '#test/bench/statistics.ts';
import { type Client, clientOf } from '#test/support/api-client.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { behaviours, openReceiver, type Receiver } from '#test/support/webhook-receivers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '2' }, orders: { type: 'string', default: '60' } },
});
const rounds = Number(values.rounds);
const orders = Number(values.orders);

const millisecondsBetweenOrders = 250;
const longestP99Milliseconds = 5000;
const highestRatio = 1.2;

interface Brand {
  readonly client: Client;
  readonly healthy: Receiver;
  readonly other: Receiver;
}

async function loginOf(baseUrl: string, email: string): Promise<Client> {
  const response = await fetch(`${baseUrl}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'local-demo-password' }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return clientOf(baseUrl, data.accessToken);
}

async function prepare(baseUrl: string, email: string): Promise<Brand> {
  const client = await loginOf(baseUrl, email);
  const [healthy, other] = [await openReceiver(), await openReceiver()];
  const events = ['conversion.*'];
  await client.post('/webhook-endpoints', { url: healthy.url, events });
  await client.post('/webhook-endpoints', { url: other.url, events });
  return { client, healthy, other };
}

/** Records orders, and returns the milliseconds from each response to the arrival of its event. */
async function round(brands: readonly Brand[], name: string): Promise<readonly number[]> {
  const answeredAt = new Map<string, number>();
  for (let sent = 0; sent < orders; sent += 1) {
    await Promise.all(
      brands.map(async ({ client }, brand) => {
        const orderId = `${name}-${brand}-${sent}`;
        await client.post('/conversions', { orderId, amount: 10 });
        answeredAt.set(orderId, Date.now());
      }),
    );
    await setTimeout(millisecondsBetweenOrders);
  }
  await setTimeout(2 * longestP99Milliseconds);
  return brands.flatMap(({ healthy }) =>
    healthy.received.flatMap(({ body, at }) => {
      const begun = answeredAt.get(JSON.parse(body).data.orderId);
      return begun === undefined ? [] : [at - begun];
    }),
  );
}

const row = (name: string, times: readonly number[]): string =>
  `| ${[name, times.length, median(times).toFixed(0), quantile(times, 0.99).toFixed(0)].join(' | ')} |`;

async function measure(baseUrl: string): Promise<boolean> {
  const emails = ['admin@growth.test', 'admin@scale.test'];
  const brands = await Promise.all(emails.map((email) => prepare(baseUrl, email)));
  const times: Record<'answering' | 'hanging', number[]> = { answering: [], hanging: [] };
  for (let index = 0; index < rounds; index += 1) {
    const isHanging = index >= rounds / 2;
    if (isHanging) for (const { other } of brands) other.become(behaviours.hang);
    times[isHanging ? 'hanging' : 'answering'].push(...(await round(brands, `round-${index}`)));
  }
  const all = [...times.answering, ...times.hanging];
  const expected = rounds * orders * brands.length;
  const ratio = median(times.hanging) / median(times.answering);
  process.stdout.write(
    `${[
      '| Endpoints | Events | p50, ms | p99, ms |',
      '|---|---|---|---|',
      row('while all endpoints answer', times.answering),
      row('while two of four endpoints hang', times.hanging),
    ].join('\n')}\n\nRatio of the medians: ${ratio.toFixed(2)}. Arrived: ${all.length} of ${expected}.\n`,
  );
  for (const { healthy, other } of brands) await Promise.all([healthy.close(), other.close()]);
  return all.length === expected && ratio <= highestRatio && quantile(all, 0.99) <= longestP99Milliseconds;
}

const dataDirectory = newDataDirectory();
const port = await freePort();
const stage = await startLocalStage({
  PORT: String(port),
  DATA_DIR: dataDirectory,
  WEBHOOKS_ALLOW_LOOPBACK: 'true',
});
let isGood = false;
try {
  isGood = await measure(`http://127.0.0.1:${port}/v1`);
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(dataDirectory, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

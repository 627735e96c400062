// Measures how far the background work of the local stage is behind: sends orders at a steady rate, and follows the feed of events.
// `npm run bench:lag -- --rate 100 --seconds 20`. Fails if the slowest event arrives more than 5 seconds after the response to its order.
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '#infra/local/engine.ts';
import { quantile } from '#test/bench/statistics.ts';
import type { Json } from '#test/support/json.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '100' }, seconds: { type: 'string', default: '20' } },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const highestLag = 5000;
const maxInFlight = 60;

async function connect(api: string) {
  let token = '';
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const login = { email: 'admin@scale.test', password: 'local-demo-password' };
  token = (await ask('POST', '/auth/brand/login', login)).data.accessToken;
  return ask;
}

type Ask = Awaited<ReturnType<typeof connect>>;

/** Sends orders, and stores when the response to each of them arrived. */
async function sendOrders(ask: Ask, answered: Map<string, number>): Promise<void> {
  await ask('POST', '/affiliates/invite', { email: 'lag@creators.test', trackingCode: 'lag' });
  const begin = performance.now();
  const inFlight = new Set<Promise<void>>();
  const sendOne = async (orderId: string): Promise<void> => {
    await ask('POST', '/conversions', { orderId, amount: 10, trackingCode: 'lag' });
    answered.set(orderId, performance.now());
  };
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = begin + (sent / rate) * 1000;
    while (performance.now() < due || inFlight.size >= maxInFlight) await setTimeout(1);
    const sending = sendOne(`lag-${sent}`).finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  }
  await Promise.all(inFlight);
}

/** Follows the feed until it has the events of all orders. Returns the lags in milliseconds. */
async function followFeed(ask: Ask, answered: ReadonlyMap<string, number>): Promise<readonly number[]> {
  const lags: number[] = [];
  let after: string | null = null;
  while (lags.length < rate * seconds) {
    const { data, meta }: Json = await ask(
      'GET',
      `/events?limit=100&type=conversion.recorded${after === null ? '' : `&after=${after}`}`,
    );
    for (const { orderId } of data.map((event: Json) => event.data)) {
      const at = answered.get(orderId);
      if (at !== undefined) lags.push(performance.now() - at);
      else if (String(orderId).startsWith('lag-')) lags.push(0);
    }
    after = meta.after;
    if (!meta.hasMore) await setTimeout(200);
  }
  return lags;
}

const dataDirectory = newDataDirectory();
const port = await freePort();
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });
let isGood = false;
try {
  const ask = await connect(`http://127.0.0.1:${port}/v1`);
  const answered = new Map<string, number>();
  const begin = performance.now();
  const [, lags] = await Promise.all([
    sendOrders(ask, answered).then(() => {
      const reached = (rate * seconds) / ((performance.now() - begin) / 1000);
      process.stdout.write(`Orders per second: ${reached.toFixed(0)}\n`);
    }),
    followFeed(ask, answered),
  ]);
  const shown = [0.5, 0.99, 1].map((share) => Math.round(quantile(lags, share)));
  process.stdout.write(`Lag of the events in ms: p50 ${shown[0]}, p99 ${shown[1]}, highest ${shown[2]}\n`);
  isGood = (shown[2] ?? Number.POSITIVE_INFINITY) < highestLag;
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(dataDirectory, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

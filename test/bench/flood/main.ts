// Measures whether a flood from one brand slows down another: `npm run bench:flood -- [--seconds 60] [--rate 100]`. A brand of the Growth plan
// sends `rate` requests per second, ten times its limit, to the local stage. A second brand records orders and reads creators meanwhile.
// Fails if the median latency of the second brand rises by more than 50%, or if the flood is not limited.
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '#infra/local/engine.ts';
import { plans } from '#lib/access/billing/rules/plans.ts';
import { median, quantile } from '#test/bench/statistics.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, rate: { type: 'string', default: '100' } },
});
const seconds = Number(values.seconds);
const floodRate = Number(values.rate);
const quietRate = 5;
const highestRatio = 1.5;

interface Tally {
  readonly milliseconds: number[];
  readonly statuses: Record<number, number>;
}

type Request = (nth: number) => Promise<number>;

async function tokenOf(baseUrl: string, email: string): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'local-demo-password' }),
  });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Alternates between orders and reads. */
const requestsOf = (baseUrl: string, token: string, name: string): Request => {
  const authorization = `Bearer ${token}`;
  return async (nth) => {
    const response =
      nth % 2 === 0
        ? await fetch(`${baseUrl}/affiliates?limit=10`, { headers: { authorization } })
        : await fetch(`${baseUrl}/conversions`, {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ orderId: `${name}-${nth}`, amount: 10 }),
          });
    await response.arrayBuffer();
    return response.status;
  };
};

/** Sends requests at a rate, whether or not earlier ones have been answered. */
async function sendFor(request: Request, rate: number): Promise<Tally> {
  const tally: Tally = { milliseconds: [], statuses: {} };
  const pending: Promise<void>[] = [];
  const begin = performance.now();
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    await setTimeout(Math.max(0, begin + (nth * 1000) / rate - performance.now()));
    const start = performance.now();
    pending.push(
      request(nth).then((status) => {
        tally.milliseconds.push(performance.now() - start);
        tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(pending);
  return tally;
}

const row = (name: string, { milliseconds, statuses }: Tally): string => {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return `| ${name} | ${counts.join(', ')} | ${median(milliseconds).toFixed(1)} | ${quantile(milliseconds, 0.99).toFixed(1)} |`;
};

async function measure(baseUrl: string): Promise<boolean> {
  const flooding = requestsOf(baseUrl, await tokenOf(baseUrl, 'admin@growth.test'), 'flood');
  const other = await tokenOf(baseUrl, 'admin@scale.test');
  await sendFor(requestsOf(baseUrl, other, 'warm-up'), quietRate);
  const alone = await sendFor(requestsOf(baseUrl, other, 'alone'), quietRate);
  const [flood, beside] = await Promise.all([
    sendFor(flooding, floodRate),
    sendFor(requestsOf(baseUrl, other, 'beside'), quietRate),
  ]);
  const ratio = median(beside.milliseconds) / median(alone.milliseconds);
  process.stdout.write(
    `${[
      '| Brand | Responses | p50, ms | p99, ms |',
      '|---|---|---|---|',
      row('the other, alone', alone),
      row('the other, during the flood', beside),
      row(`the flood, ${floodRate} requests per second`, flood),
    ].join('\n')}\n\nRatio of the medians: ${ratio.toFixed(2)}.\n`,
  );
  const accepted =
    Object.values(flood.statuses).reduce((sum, count) => sum + count, 0) - (flood.statuses[429] ?? 0);
  const minutes = Math.ceil(seconds / 60) + 1;
  const refusedOthers = beside.statuses[429] ?? 0;
  return (
    ratio <= highestRatio && refusedOthers === 0 && accepted <= minutes * plans.growth.requestsPerMinute * 1.1
  );
}

const dataDirectory = newDataDirectory();
const port = await freePort();
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory, REQUEST_LIMITS: 'on' });
let isGood = false;
try {
  isGood = await measure(`http://127.0.0.1:${port}/v1`);
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(dataDirectory, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

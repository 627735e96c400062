// Measures the pages of the console and the portal on a local stage: `npm run bench:pages -- [--rows 2000] [--times 50]`. The brand has
// `rows` creators, and a creator with as many codes, orders and commissions. Opens each page `times` times, one after the other. Fails if
// the p95 of a page exceeds 150 ms.
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { demoPassword } from '#infra/local/demo/accounts.ts';
import { freePort } from '#infra/local/engine.ts';
import { createClient } from '#lib/client/index.ts';
import { median, quantile } from '#test/bench/statistics.ts';
import { newDataDirectory, startLocalStage, until } from '#test/support/local-stage.ts';
import { jsonOf } from '#test/support/programs.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '2000' }, times: { type: 'string', default: '50' } },
});
const rows = Number(values.rows);
const times = Number(values.times);
const limit = 150;
const minutesOfBackgroundWork = 5;

/** The modules of the service read the environment when they load. */
process.env.TABLE_NAME = 'none';
const { crawl } = await import('#test/support/page-routes.ts');

const dataDirectory = newDataDirectory();
const port = await freePort();
const origin = `http://localhost:${port}`;
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });

/** Returns the address of the portal, and a link of the creator with many rows. */
async function fill() {
  const login = { email: 'admin@scale.test', password: demoPassword };
  const api = createClient({ baseUrl: `${origin}/v1`, login });
  const { id, slug } = await api.brands.get();
  const program = `${import.meta.dirname}/../../support/many-rows.ts`;
  const { affiliateId } = await jsonOf([program, dataDirectory, id, values.rows, '200'], {});
  const counted = async () => (await api.reports.performance({ groupBy: 'month', limit: 1 })).totals.orders;
  await until(counted, (orders) => orders >= rows, minutesOfBackgroundWork * 60_000);
  return { home: `/creators/${slug}`, link: (await api.affiliates.createSession(affiliateId)).url };
}

const cookieOf = (response: Response): string => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Signs in to both areas. */
async function cookiesOf(home: string, link: string): Promise<string> {
  const body = new URLSearchParams({ token: new URL(link).searchParams.get('token') ?? '' });
  const sent = { method: 'POST', headers: { origin }, body, redirect: 'manual' } as const;
  const [manager, creator] = await Promise.all([
    fetch(`${origin}/console/demo-sign-in?as=scale`, { redirect: 'manual' }),
    fetch(`${origin}${home}/session`, sent),
  ]);
  return `${cookieOf(manager)}; ${cookieOf(creator)}`;
}

interface Row {
  readonly route: string;
  readonly p50: number;
  readonly p95: number;
}

async function measure(): Promise<readonly Row[]> {
  const { home, link } = await fill();
  const cookie = await cookiesOf(home, link);
  const open = async (address: string): Promise<string> => {
    const response = await fetch(`${origin}${address}`, { headers: { cookie }, redirect: 'manual' });
    const html = await response.text();
    if (response.status >= 400) throw new Error(`${address} returned ${response.status}`);
    return html;
  };
  const pages = await crawl(['/console', home], [open]);
  const measured: Row[] = [];
  for (const [route, address] of pages) {
    const milliseconds: number[] = [];
    for (let nth = 0; nth < times; nth += 1) {
      const begin = performance.now();
      await open(address);
      milliseconds.push(performance.now() - begin);
    }
    measured.push({ route, p50: median(milliseconds), p95: quantile(milliseconds, 0.95) });
  }
  return measured;
}

let isGood = false;
try {
  const measured = (await measure()).toSorted((one, other) => other.p95 - one.p95);
  const lines = measured.map(({ route, p50, p95 }) => `| ${route} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`);
  const load = loadavg()[0]?.toFixed(1);
  process.stdout.write(
    `${['| Page | p50, ms | p95, ms |', '|---|---|---|', ...lines].join('\n')}\nLoad: ${load}\n`,
  );
  isGood = measured.length > 0 && measured.every(({ p95 }) => p95 <= limit);
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(dataDirectory, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

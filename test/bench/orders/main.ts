// Measures orders under DynamoDB's transaction conflicts: `npm run bench:orders -- [--seconds 20] [--rate 250] [--slowdown 4]
// [--creators 1,100] [--hold 10,20]`. The bundled function records `rate` orders per second with a discount code of a campaign, first all of
// one creator, then of 100 creators. A proxy in front of the engine holds the items of each transaction for 10 or 20 ms, and cancels
// transactions that touch held items. Every other call takes at least 5 ms. Fails if more than 0.1% of the orders are answered with 503,
// if the p99 exceeds 250 ms, if the reconciliation finds a difference, or if the proxy saw no transaction. A local engine is slower than
// DynamoDB, so all times are longer by the factor `slowdown`: the times between orders, of holds, of calls and of pauses before retries. The printed times are divided by it.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleDirectory, bundleFunctions } from '#infra/constructs/bundles.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { median, quantile } from '#test/bench/statistics.ts';
import type { ConflictCounts } from '#test/support/conflict-model.ts';
import { deployedEndpoint } from '#test/support/deployed-endpoint.ts';
import { startProxyProcess } from '#test/support/proxy-process.ts';
import type { OrderEvents } from './program.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '250' },
    slowdown: { type: 'string', default: '4' },
    creators: { type: 'string', default: '1,100' },
    hold: { type: 'string', default: '10,20' },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const slowdown = Number(values.slowdown);
const numbersIn = (text: string): readonly number[] => text.split(',').map(Number);

const file = 'conversions/create.ts';
const warmUpOrders = 300;
const callMilliseconds = 5;
const limits = { unavailableShare: 0.001, p99Milliseconds: 250 };

type Handler = (event: object, context: object) => Promise<{ readonly statusCode: number }>;

/** The bundle pauses with this function before retries. */
const { setTimeout: schedule } = globalThis;
Object.assign(globalThis, {
  setTimeout: (work: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
    schedule(work, milliseconds * slowdown, ...given),
});

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** A bundle reads the address of the table when it is loaded, so each run loads it again. */
async function loadBundle(path: string, endpoint: string): Promise<Handler> {
  const former = process.env.DYNAMODB_ENDPOINT;
  for (const [name, value] of Object.entries(deployedEndpoint(endpoint))) setVariable(name, value);
  const { handler } = await import(`${pathToFileURL(path).href}?table=${encodeURIComponent(endpoint)}`);
  setVariable('DYNAMODB_ENDPOINT', former);
  return handler;
}

interface Tally {
  readonly milliseconds: number[];
  readonly statuses: Record<number, number>;
}

/** Sends orders at the rate, whether or not earlier ones have been answered. A time begins when the order is due. */
async function sendOrders(handler: Handler, events: OrderEvents): Promise<Tally> {
  const tally: Tally = { milliseconds: [], statuses: {} };
  const pending: Promise<void>[] = [];
  const begin = performance.now();
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const due = begin + (nth * 1000 * slowdown) / rate;
    await setTimeout(Math.max(0, due - performance.now()));
    pending.push(
      handler(events(nth), {}).then(({ statusCode }) => {
        tally.milliseconds.push((performance.now() - due) / slowdown);
        tally.statuses[statusCode] = (tally.statuses[statusCode] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(pending);
  return tally;
}

interface Run {
  readonly creators: number;
  readonly hold: number;
}

async function measure(bundle: string, { creators, hold }: Run): Promise<boolean> {
  const { createProgram } = await import('./program.ts');
  const { runConcurrently } = await import('#test/support/concurrent.ts');
  const { reconcileBrand } = await import('#lib/care/reconciliation/store/reconcile-brand.ts');
  const engine = process.env.DYNAMODB_ENDPOINT ?? '';
  const proxy = await startProxyProcess<ConflictCounts>('conflict-proxy-main.ts', {
    engine,
    hold: String(hold * slowdown),
    call: String(callMilliseconds * slowdown),
  });
  const handler = await loadBundle(bundle, proxy.endpoint);
  const warmUp = await createProgram(creators);
  await runConcurrently(warmUpOrders, (nth) => handler(warmUp.events(nth), {}));
  const program = await createProgram(creators);
  const before = await proxy.counts();
  const { milliseconds, statuses } = await sendOrders(handler, program.events);
  const after = await proxy.counts();
  await proxy.stop();
  const { differences, ...reconciliation } = await reconcileBrand(program.brandId, rate * seconds * 2);
  const unavailable = (statuses[503] ?? 0) / milliseconds.length;
  const p99 = quantile(milliseconds, 0.99);
  const recorded = statuses[201] ?? 0;
  const transactions = after.transactions - before.transactions;
  const figures = [
    creators,
    `${hold} ms`,
    recorded,
    `${(unavailable * 100).toFixed(2)}%`,
    median(milliseconds).toFixed(0),
    p99.toFixed(0),
    (transactions / milliseconds.length).toFixed(2),
    `${differences.length} of ${reconciliation.compared} figures`,
  ];
  process.stdout.write(`| ${figures.join(' | ')} |\n`);
  return (
    transactions > 0 &&
    unavailable <= limits.unavailableShare &&
    p99 <= limits.p99Milliseconds &&
    differences.length === 0 &&
    recorded + (statuses[503] ?? 0) === milliseconds.length
  );
}

process.stdout.write(
  '| Creators | Hold | Recorded | 503 | p50, ms | p99, ms | Transactions per order | Differences |\n|---|---|---|---|---|---|---|---|\n',
);
const results: boolean[] = [];
await onAnEngine(async (directory) => {
  const bundles = await bundleFunctions(join(directory, 'bundles'), { files: [file] });
  const bundle = join(bundleDirectory(bundles, file), 'index.mjs');
  for (const creators of numbersIn(values.creators))
    for (const hold of numbersIn(values.hold)) results.push(await measure(bundle, { creators, hold }));
});
process.exit(results.every(Boolean) ? 0 : 1);

// Measures warm functions and the raw baseline in a separate process, in alternating rounds, so that other load affects
// all of them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { clickEvent } from './events.ts';
import { rawClient } from './raw-client.ts';
import type { Seen } from './stub-table.ts';

export interface Warm {
  readonly address: string;
  /** The Unix domain socket that receives the log. */
  readonly log: string;
  readonly bundles: Readonly<Record<'link' | 'post' | 'get', string>>;
  readonly code: string;
  readonly events: Readonly<Record<'post' | 'get', unknown>>;
  /** A request of the link function. The baseline sends the same bytes. */
  readonly sent: Seen['last'];
}

export interface Round {
  /** CPU time per call in microseconds, user and system. */
  readonly raw: number;
  readonly link: number;
  /** Calls per second with many in flight. */
  readonly rawRate: number;
  readonly linkRate: number;
  /** Latency of a single click in milliseconds. */
  readonly linkMilliseconds: number;
}

/** CPU time per call in microseconds. Measured last, because larger functions evict the CPU caches. */
export interface ApiRound {
  readonly post: number;
  readonly get: number;
}

const callsOfRound = 200;
const inFlight = 32;
const callsAtOnce = 1000;
const warmupRounds = 10;
const preparedEvents = 20_000;

type Command = Warm | 'round' | 'click' | 'api';
type Call = () => Promise<unknown>;

/** Creates the events before the measurement, because API Gateway creates them in production. */
const clickEvents = (code: string) =>
  Array.from({ length: preparedEvents }, (_, number) => clickEvent(code, number));

const microsecondsPerCall = async (call: Call): Promise<number> => {
  const before = process.cpuUsage();
  for (let made = 0; made < callsOfRound; made += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsOfRound;
};

async function callsPerSecond(call: Call): Promise<number> {
  const startedAt = performance.now();
  let left = callsAtOnce;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
  return (callsAtOnce * 1000) / (performance.now() - startedAt);
}

async function millisecondsOf(call: Call, calls = callsOfRound): Promise<number> {
  const startedAt = performance.now();
  for (let made = 0; made < calls; made += 1) await call();
  return (performance.now() - startedAt) / calls;
}

const handlerIn = async (bundle: string): Promise<(event: unknown) => Promise<{ statusCode: number }>> =>
  (await import(pathToFileURL(bundle).href)).handler;

const expecting =
  (status: number, call: () => Promise<{ statusCode: number }>): Call =>
  async () => {
    const { statusCode } = await call();
    if (statusCode !== status) throw new Error(`A call returned ${statusCode} instead of ${status}`);
  };

async function callsOf({ address, bundles, code, sent }: Warm) {
  const link = await handlerIn(bundles.link);
  const events = clickEvents(code);
  let clicks = 0;
  return {
    raw: rawClient(address, sent.headers, sent.body),
    link: expecting(302, () => link(events[clicks++ % events.length])),
  };
}

async function apiCallsOf({ bundles, events }: Warm) {
  const [post, get] = [await handlerIn(bundles.post), await handlerIn(bundles.get)];
  return {
    post: expecting(201, () => post(events.post)),
    get: expecting(200, () => get(events.get)),
  };
}

function serve(): void {
  let warm: Warm | undefined;
  let calls: Awaited<ReturnType<typeof callsOf>> | undefined;
  let apiCalls: Awaited<ReturnType<typeof apiCallsOf>> | undefined;
  const round = async ({ raw, link }: NonNullable<typeof calls>): Promise<Round> => ({
    raw: await microsecondsPerCall(raw),
    link: await microsecondsPerCall(link),
    rawRate: await callsPerSecond(raw),
    linkRate: await callsPerSecond(link),
    linkMilliseconds: await millisecondsOf(link),
  });
  const apiRound = async ({ post, get }: NonNullable<typeof apiCalls>): Promise<ApiRound> => ({
    post: await microsecondsPerCall(post),
    get: await microsecondsPerCall(get),
  });
  const begin = async (order: Warm): Promise<string> => {
    warm = order;
    calls = await callsOf(order);
    for (let made = 0; made < warmupRounds; made += 1) await round(calls);
    return 'ready';
  };
  const beginApi = async (order: Warm) => {
    const begun = await apiCallsOf(order);
    for (let made = 0; made < warmupRounds; made += 1) await apiRound(begun);
    return begun;
  };
  const answerTo = async (order: Command): Promise<unknown> => {
    if (typeof order === 'object') return begin(order);
    if (warm === undefined || calls === undefined)
      throw new Error('Send the configuration before the first round');
    if (order === 'round') return round(calls);
    if (order === 'click') return millisecondsOf(calls.link, 1);
    apiCalls ??= await beginApi(warm);
    return apiRound(apiCalls);
  };
  process.on('disconnect', () => process.exit());
  process.on('message', (order: Command) => {
    answerTo(order).then(
      (answer) => process.send?.(answer),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  });
}

const thisFile = fileURLToPath(import.meta.url);

export interface Timer {
  readonly round: () => Promise<Round>;
  readonly apiRound: () => Promise<ApiRound>;
  /** Latency of one click in milliseconds. */
  readonly oneClick: () => Promise<number>;
  readonly stop: () => void;
}

/** Starts the measuring process and warms it up. */
export async function startTimer(warm: Warm, variables: Readonly<Record<string, string>>): Promise<Timer> {
  const log = connect(warm.log);
  await once(log, 'connect');
  const child = fork(thisFile, {
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  log.destroy();
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The measuring process has exited')));
  ended.catch(() => undefined);
  const answerTo = async <Answer>(order: Command): Promise<Answer> => {
    child.send(order);
    const [answer]: Answer[] = await Promise.race([once(child, 'message'), ended]);
    if (answer === undefined) throw new Error('The measuring process does not respond');
    return answer;
  };
  await answerTo(warm);
  return {
    round: () => answerTo<Round>('round'),
    apiRound: () => answerTo<ApiRound>('api'),
    oneClick: () => answerTo<number>('click'),
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === thisFile) serve();

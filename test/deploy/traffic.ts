// Requests that go on while something is done to a stage. Each is counted as what it came to.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { releaseHeader } from './changed-version.ts';
import { type Drop, dropOf } from './drops.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A kind of request: what is asked, and the status it must have. */
interface Asked {
  readonly name: string;
  readonly status: number;
  readonly request: () => Request;
}

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly trackingCode: string;
}

const kindsFor = ({ trackingCode }: Target): readonly Asked[] => [
  {
    name: 'link followed',
    status: 302,
    // Each another visitor: a repeat would not count as a click. In digits: by the letters of some UUIDs, `feed` among
    // them, a visitor is told to be a bot.
    request: () => ({
      method: 'GET',
      path: `/tracking/ref/${trackingCode}`,
      headers: { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${randomInt(2 ** 47)}` },
    }),
  },
  {
    name: 'click recorded',
    status: 201,
    request: () => ({
      method: 'POST',
      path: `/tracking/ref/${trackingCode}`,
      body: { visitorId: randomUUID() },
    }),
  },
  {
    name: 'campaign created',
    status: 201,
    request: () => ({ method: 'POST', path: '/campaigns', body: { name: randomUUID() } }),
  },
  { name: 'campaigns listed', status: 200, request: () => ({ method: 'GET', path: '/campaigns?limit=5' }) },
];

/** What the requests came to. */
export interface Tally {
  /** Answered as they must be, by kind. */
  readonly answered: Record<string, number>;
  /** Of these, by the version that answered. */
  readonly byRelease: Record<string, number>;
  /** Not answered by the service, but by the emulator, in one of the ways that it is known for; by kind. */
  readonly dropped: Record<string, Drop[]>;
  /** Everything else: each is a failure of the service. */
  readonly failures: string[];
  /** The campaigns that the service said it has created. */
  readonly campaignIds: string[];
}

const pauseMilliseconds = 15;
const timeoutMilliseconds = 30_000;

async function send({ baseUrl, token }: Target, { method, path, body, headers }: Request): Promise<Answered> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const addOne = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

function count(tally: Tally, { name, status }: Asked, outcome: Answered | Error): void {
  const isAnswer = !(outcome instanceof Error);
  if (isAnswer && outcome.status === status && outcome.headers.has('x-request-id')) {
    addOne(tally.answered, name);
    addOne(tally.byRelease, outcome.headers.get(releaseHeader) ?? 'unchanged');
    if (name === 'campaign created') tally.campaignIds.push(JSON.parse(outcome.text).data.id);
    return;
  }
  const drop = dropOf(outcome);
  if (drop === undefined) {
    tally.failures.push(`${name}: ${isAnswer ? `${outcome.status} ${outcome.text}` : String(outcome.cause)}`);
  } else tally.dropped[name] = [...(tally.dropped[name] ?? []), drop];
}

/** Sends requests of all kinds, some at a time, until `stop` is called, which answers what they came to. */
export function startTraffic(target: Target): { stop(): Promise<Tally>; readonly tally: Tally } {
  const tally: Tally = { answered: {}, byRelease: {}, dropped: {}, failures: [], campaignIds: [] };
  let isOver = false;
  const loop = async (asked: Asked): Promise<void> => {
    while (!isOver) {
      const outcome = await send(target, asked.request()).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      count(tally, asked, outcome);
      await setTimeout(pauseMilliseconds);
    }
  };
  const loops = kindsFor(target).map(loop);
  const stop = async (): Promise<Tally> => {
    isOver = true;
    await Promise.all(loops);
    return tally;
  };
  return { stop, tally };
}

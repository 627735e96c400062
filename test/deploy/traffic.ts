// Sends continuous traffic to a stage and counts the outcomes.
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { releaseHeader } from './changed-version.ts';
import { type Drop, dropOf } from './drops.ts';

export interface HttpResponse {
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

interface RequestKind {
  readonly name: string;
  readonly status: number;
  readonly request: () => Request;
}

export interface Target {
  readonly baseUrl: string;
  readonly token: string;
  readonly trackingCode: string;
}

const kindsFor = ({ trackingCode }: Target): readonly RequestKind[] => [
  {
    name: 'link followed',
    status: 302,
    // Each request has a new visitor, because duplicates do not count. The visitor is a number, because a UUID can contain a word
    // such as `feed` and be classified as a bot.
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

export interface Tally {
  /** Successful requests, by kind. */
  readonly answered: Record<string, number>;
  /** Successful requests, by version. */
  readonly byRelease: Record<string, number>;
  /** Requests that the emulator dropped, by kind. */
  readonly dropped: Record<string, Drop[]>;
  /** All other requests: failures of the service. */
  readonly failures: string[];
  readonly campaignIds: string[];
}

const pauseMilliseconds = 15;
const timeoutMilliseconds = 30_000;

async function send(
  { baseUrl, token }: Target,
  { method, path, body, headers }: Request,
): Promise<HttpResponse> {
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

function count(tally: Tally, { name, status }: RequestKind, outcome: HttpResponse | Error): void {
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

/** Sends requests of all kinds concurrently until `stop` is called. */
export function startTraffic(target: Target): { stop(): Promise<Tally>; readonly tally: Tally } {
  const tally: Tally = { answered: {}, byRelease: {}, dropped: {}, failures: [], campaignIds: [] };
  let isStopped = false;
  const loop = async (kind: RequestKind): Promise<void> => {
    while (!isStopped) {
      const outcome = await send(target, kind.request()).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      count(tally, kind, outcome);
      await setTimeout(pauseMilliseconds);
    }
  };
  const loops = kindsFor(target).map(loop);
  const stop = async (): Promise<Tally> => {
    isStopped = true;
    await Promise.all(loops);
    return tally;
  };
  return { stop, tally };
}

// Requests with an idempotency key: of every endpoint that takes one, and what they leave in the table.
import { randomUUID } from 'node:crypto';
import { routes } from '#lib/api/routes.ts';
import { idempotencyKeyHeader } from '#lib/contract/idempotency-key.ts';
import { takesIdempotencyKey } from '#lib/contract/route.ts';
import type { FakeClock } from './fake-clock.ts';
import { allItems } from './items.ts';
import { expectRefusal, refusal } from './refusals.ts';
import { type Answer, send } from './service.ts';
import { type Asked, type Situation, situations, type World } from './situations.ts';

export const keyedRoutes = routes.filter(takesIdempotencyKey);

/** The first situation of each endpoint that takes a key: its plain success. */
export const plainly = keyedRoutes.map(({ name }) => {
  const [situation] = Object.values(situations[name] ?? {});
  if (situation === undefined) throw new Error(`Say in test/support/situations.ts how to call ${name}`);
  return { name, situation };
});

export const newKey = (): string => randomUUID();
export const withKey = (key: string) => ({ headers: { [idempotencyKeyHeader]: key } });

export type Request = (key?: string) => Promise<Answer>;

/** What a situation asks, to be sent any number of times: always the same, under a key or without. */
export async function requestIn(world: World, situation: Situation): Promise<Request> {
  const { path, status: _, ...sent }: Asked = { token: world.token, ...(await situation(world)) };
  return (key) => send('POST', path, { ...sent, ...(key !== undefined && withKey(key)) });
}

/** All that a caller can see of an answer, but for what says that it is given again. */
export const seen = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': _, 'idempotency-replayed': __, ...others } = headers;
  return { status, text, headers: others };
};

export const isReplay = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';

export const underWay = refusal(409, 'A request with this Idempotency-Key is under way');
/** Seconds after which no request is under way any more. */
export const lease = 16;

/** Sends a request as its caller would: again when it is over, where one is said to be under way. */
export async function sendUntilAnswered(request: Request, key: string, clock: FakeClock): Promise<Answer> {
  const answer = await request(key);
  // Other conflicts do not say when to try again.
  if (answer.status !== 409 || answer.headers['retry-after'] === undefined) return answer;
  expectRefusal(answer, underWay);
  clock.advance(lease);
  return request(key);
}

/** `brd_01…#AFFILIATE` → `*#AFFILIATE`: what an item is one of. */
const kindOf = (pk: string): string =>
  pk
    .replaceAll(/[a-z]{3}_[0-9A-Z]{26}/g, '*')
    .replace(/^(TRACKING|LOGIN)#.*/, '$1')
    .replace(/#(CLICK|LEDGER)#.*/, '#$1');

const isClaim = (kind: string): boolean => kind.includes('#IDEMPOTENCY#');
/** Which shard a thing is counted in is chance, and so is whether that has been there; so it is with the cells of sums. */
const isShard = (kind: string): boolean => kind.includes('#COUNT#') || kind.endsWith(cell);
const cell = '#*#SUMS';

/** Numbers that say when, and not how many. */
const times = ['expiresAt'];

const sizeOf = (value: unknown): number =>
  typeof value === 'number' ? value : value instanceof Set ? value.size : 0;

/**
 * How many items of each kind there are, and the sums of all that is counted in them; claims of keys left out. Coarser than
 * `nameless` (table-states.ts), which tells item for item what two runs have left that began at the same state and time:
 * here one request waits out a lease where the other does not, each is about things of its own, and what is held is that it
 * was done once.
 */
export async function tally(): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const add = (name: string, by: number) => {
    sums[name] = (sums[name] ?? 0) + by;
  };
  for (const { pk, sk: _, ...fields } of await allItems()) {
    const kind = kindOf(String(pk));
    if (isClaim(kind)) continue;
    if (!isShard(kind)) add(kind, 1);
    const owner = kind.replace(cell, '');
    for (const [field, value] of Object.entries(fields)) {
      if (!times.includes(field) && sizeOf(value) !== 0) add(`${owner} ${field}`, sizeOf(value));
    }
  }
  return sums;
}

/** What work adds to that. */
export async function effectOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await tally();
  await work();
  const after = await tally();
  // What was there before may be gone.
  const changes = Object.keys({ ...before, ...after }).map(
    (name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, by]) => by !== 0));
}

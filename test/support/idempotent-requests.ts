// Sends requests with idempotency keys and measures their effect on the table.
import { randomUUID } from 'node:crypto';
import { idempotencyKeyHeader } from '#lib/foundation/contract/idempotency-key.ts';
import { takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from './cases.ts';
import type { FakeClock } from './fake-clock.ts';
import { allItems } from './items.ts';
import { errorBody, expectError } from './refusals.ts';
import { type Answer, send } from './service.ts';
import type { Situation, SituationRequest, World } from './situations.ts';

export const keyedRoutes = routes.filter(takesIdempotencyKey);

/** The first situation (a plain success) of each endpoint that accepts a key. */
export const plainSituations = keyedRoutes.map(({ name }) => ({ name, situation: plainSuccessOf(name) }));

export const newKey = (): string => randomUUID();
export const withKey = (key: string) => ({ headers: { [idempotencyKeyHeader]: key } });

export interface Request {
  (key?: string): Promise<Answer>;
  /** The access token or API key of the request. */
  readonly token: string | undefined;
}

/** Returns a function that sends the same request each time, with or without a key. */
export async function requestIn(world: World, situation: Situation): Promise<Request> {
  const { path, status: _, ...sent }: SituationRequest = { token: world.token, ...(await situation(world)) };
  const request = (key?: string) => send('POST', path, { ...sent, ...(key !== undefined && withKey(key)) });
  return Object.assign(request, { token: sent.token });
}

/** The response without the headers that differ for a replay. */
export const visibleResponse = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': _, 'idempotency-replayed': __, ...others } = headers;
  return { status, text, headers: others };
};

export const isReplay = ({ headers }: Answer): boolean => headers['idempotency-replayed'] === 'true';

export const inProgressError = errorBody(409, 'A request with this Idempotency-Key is in progress');
/** Seconds after which a claim expires. */
export const leaseSeconds = 16;

/** Retries once after the lease if another request with the key is in progress. */
export async function sendUntilAnswered(request: Request, key: string, clock: FakeClock): Promise<Answer> {
  const answer = await request(key);
  // Return all other conflicts, which have no Retry-After.
  if (answer.status !== 409 || answer.headers['retry-after'] === undefined) return answer;
  expectError(answer, inProgressError);
  clock.advance(leaseSeconds);
  return request(key);
}

/** Removes ids from a partition key: `brd_01…#AFFILIATE` → `*#AFFILIATE`. */
const kindOf = (pk: string): string =>
  pk
    .replaceAll(/[a-z]{3}_[0-9A-Z]{26}/g, '*')
    .replace(/^(TRACKING|LOGIN|EMAIL)#.*/, '$1')
    .replace(/#(CLICK|LEDGER|MAILBOX|PAYMENT_ACCOUNT)#.*/, '#$1');

const isClaim = (kind: string): boolean => kind.includes('#IDEMPOTENCY#');
/** The first payout of a brand creates this item, and later ones replace it, so two equal payouts have different effects on it. */
const isPointer = (kind: string): boolean => kind.endsWith('#NEWEST_PAYOUT');
/** Shards are not counted, because each write chooses a random shard. */
const isShard = (kind: string): boolean => kind.includes('#COUNT#') || kind.endsWith(cell);
const cell = '#*#SUMS';

/** Numeric attributes that are times, not counts. */
const times = ['expiresAt'];

/** The clock of a twin is compared in hours, because a retry after the lease moves it by some seconds less. */
const hour = 3_600_000;

function sizeOf(field: string, value: unknown): number {
  if (typeof value === 'number') return field === 'clockOffset' ? Math.round(value / hour) : value;
  return value instanceof Set ? value.size : 0;
}

/** Items of an unchanged table keep their identity, so what each of them adds is calculated once. */
const additions = new WeakMap<Item, readonly (readonly [name: string, by: number])[]>();

function additionsOf({ pk, sk: _, ...fields }: Item): readonly (readonly [name: string, by: number])[] {
  const kind = kindOf(String(pk));
  if (isClaim(kind) || isPointer(kind)) return [];
  const owner = kind.replace(cell, '');
  const sizes = Object.entries(fields)
    .filter(([field]) => !times.includes(field))
    .map(([field, value]) => [`${owner} ${field}`, sizeOf(field, value)] as const);
  return [...(isShard(kind) ? [] : [[kind, 1] as const]), ...sizes.filter(([, by]) => by !== 0)];
}

/**
 * Counts items by kind and sums their numbers, without idempotency claims. Unlike `withoutRandomNames` (table-states.ts), it also
 * compares runs at different times and with different items.
 */
export async function countTable(): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const item of await allItems()) {
    const found = additions.get(item) ?? additionsOf(item);
    additions.set(item, found);
    for (const [name, by] of found) sums[name] = (sums[name] ?? 0) + by;
  }
  return sums;
}

/** Returns how `work` changes the result of `countTable`. */
export async function effectOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countTable();
  await work();
  const after = await countTable();
  // Include the kinds that exist only before `work`.
  const changes = Object.keys({ ...before, ...after }).map(
    (name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(changes.filter(([, by]) => by !== 0));
}

// Reads pages of lists, newest items first, and signs and verifies their cursors.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '#lib/shared/errors.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import type { Counter } from '#lib/table/writes/counters.ts';
import { query } from './client.ts';
import { readCounter } from './counters.ts';
import { type ListQuery, toQueryInput } from './list-query.ts';

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
  /** The first secret signs new cursors. All of them verify cursors. */
  readonly cursorSecrets: readonly Uint8Array[];
  readonly route: string;
}

export interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly cursor: string | null;
}

/** Each page starts after the last id of the previous page, so concurrent writes never hide or repeat other items. */
export async function readPage<Entry>(
  list: ListQuery,
  request: PageRequest,
  parse: (item: Item) => Entry | Promise<Entry>,
): Promise<Page<Entry>> {
  const { cursor } = request;
  const below = cursor === undefined ? undefined : { before: decodeCursor(cursor, list, request) };
  const { Items = [], LastEvaluatedKey } = await query({
    ...toQueryInput(list, below),
    ScanIndexForward: false,
    Limit: request.limit + 1,
  });
  const included = Items.slice(0, request.limit);
  const last = included.at(-1)?.[sortKey];
  // DynamoDB ends a query at 1 MB, so a page of large items may be shorter than `limit` although more items follow.
  const hasMore = Items.length > request.limit || LastEvaluatedKey !== undefined;
  return {
    items: await Promise.all(included.map(parse)),
    cursor: hasMore && typeof last === 'string' ? encodeCursor(last, list, request) : null,
  };
}

export async function readList<Entry>(
  list: ListQuery,
  request: PageRequest,
  parse: (item: Item) => Entry | Promise<Entry>,
  total: { readonly scope: string; readonly counter: Counter; readonly field: string },
): Promise<Page<Entry> & { readonly total: number }> {
  const [page, counts] = await Promise.all([
    readPage(list, request, parse),
    readCounter(total.scope, total.counter),
  ]);
  return { ...page, total: counts[total.field] ?? 0 };
}

const macLength = 12;

const macOf = (position: string, list: ListQuery, route: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([route, list.index ?? '', list.partition, position]))
    .digest()
    .subarray(0, macLength);

export function encodeCursor(
  position: string,
  list: ListQuery,
  { route, cursorSecrets: [secret] }: Pick<PageRequest, 'route' | 'cursorSecrets'>,
): string {
  if (secret === undefined) throw new Error('No secret to sign cursors with');
  return Buffer.concat([macOf(position, list, route, secret), Buffer.from(position)]).toString('base64url');
}

/** Throws a 400 if the cursor was changed or belongs to another list. */
export function decodeCursor(
  cursor: string,
  list: ListQuery,
  { route, cursorSecrets }: Pick<PageRequest, 'route' | 'cursorSecrets'>,
): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const mac = bytes.subarray(0, macLength);
  const position = bytes.subarray(macLength).toString();
  const isValid =
    mac.length === macLength &&
    bytes.toString('base64url') === cursor &&
    cursorSecrets.some((secret) => timingSafeEqual(mac, macOf(position, list, route, secret)));
  if (isValid) return position;
  const message = 'Must be the cursor from a page of this list with the same filters';
  throw invalid('Invalid query parameters', [{ path: 'cursor', message }], 'cursor_invalid');
}

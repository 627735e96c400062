// One page of a list, newest first, and the cursor that goes on from there.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '#lib/shared/errors.ts';
import { sortKey } from '#lib/table/keys/item.ts';
import { query } from './client.ts';
import { readCounter } from './counters.ts';
import type { Item } from './keys/item.ts';
import { type ListQuery, toQueryInput } from './list-query.ts';
import type { Counter } from './writes/counters.ts';

/** What was asked for. `cursorSecrets`: the first one seals cursors, all of them open them. */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly cursorSecrets: readonly Uint8Array[];
  /** The route, for which alone the cursor holds (with its brand and filters: the source). */
  readonly route: string;
}

export interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly cursor: string | null;
}

/**
 * Reads a page. Its cost is that of the items on it, wherever it starts and however long the list is: items are in
 * order of their ids, and a page goes on below the last id of the page before. So an item that exists throughout a walk
 * is met exactly once, whatever is added or deleted meanwhile. One item more than asked for tells whether there is more.
 */
export async function readPage<Entry>(
  source: ListQuery,
  request: PageRequest,
  parse: (item: Item) => Entry | Promise<Entry>,
): Promise<Page<Entry>> {
  const { cursor } = request;
  const below = cursor === undefined ? undefined : { before: openCursor(cursor, source, request) };
  const { Items = [] } = await query({
    ...toQueryInput(source, below),
    ScanIndexForward: false,
    Limit: request.limit + 1,
  });
  const shown = Items.slice(0, request.limit);
  const last = shown.at(-1)?.[sortKey];
  const more = Items.length > request.limit && typeof last === 'string';
  return {
    items: await Promise.all(shown.map(parse)),
    cursor: more ? sealCursor(last, source, request) : null,
  };
}

/** A list as it is answered: a page of it, and the exact count of all that match, read at the same time. */
export async function readList<Entry>(
  source: ListQuery,
  request: PageRequest,
  parse: (item: Item) => Entry | Promise<Entry>,
  total: { readonly scope: string; readonly counter: Counter; readonly field: string },
): Promise<Page<Entry> & { readonly total: number }> {
  const [page, counts] = await Promise.all([
    readPage(source, request, parse),
    readCounter(total.scope, total.counter),
  ]);
  return { ...page, total: counts[total.field] ?? 0 };
}

const macLength = 12;

const macOf = (position: string, source: ListQuery, route: string, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([route, source.index ?? '', source.partition, position]))
    .digest()
    .subarray(0, macLength);

/** Opaque: the position, and a code that only this service can make, over it, the route, the brand and the filters. */
export function sealCursor(
  position: string,
  source: ListQuery,
  { route, cursorSecrets: [secret] }: Pick<PageRequest, 'route' | 'cursorSecrets'>,
): string {
  if (secret === undefined) throw new Error('No secret to seal cursors with');
  return Buffer.concat([macOf(position, source, route, secret), Buffer.from(position)]).toString('base64url');
}

export function openCursor(
  cursor: string,
  source: ListQuery,
  { route, cursorSecrets }: Pick<PageRequest, 'route' | 'cursorSecrets'>,
): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const mac = bytes.subarray(0, macLength);
  const position = bytes.subarray(macLength).toString();
  const intact =
    mac.length === macLength &&
    bytes.toString('base64url') === cursor &&
    cursorSecrets.some((secret) => timingSafeEqual(mac, macOf(position, source, route, secret)));
  if (intact) return position;
  throw invalid('Invalid query parameters', [
    { path: 'cursor', message: 'Must be the cursor of an earlier page of this list, with the same filters' },
  ]);
}

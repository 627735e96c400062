// Signs and verifies the cursors of lists.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '#lib/foundation/shared/errors.ts';
import type { ListQuery } from './list-query.ts';

export interface CursorContext {
  /** The first secret signs new cursors. All of them verify cursors. */
  readonly cursorSecrets: readonly Uint8Array[];
  readonly route: string;
}

export interface Count {
  readonly total: number;
  readonly isExact: boolean;
}

/** The start of the next page. A list that was counted passes its count on, so that only the first page counts. */
export interface Position {
  readonly after: string;
  readonly count?: Count;
}

/** Everything that decides which items a list has, and their order. `selection` is empty for the newest items first, at any time. */
export interface ListDefinition {
  readonly queries: readonly ListQuery[];
  readonly selection: string;
}

const macLength = 12;

const macOf = (
  payload: string,
  { queries, selection }: ListDefinition,
  route: string,
  secret: Uint8Array,
): Buffer =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        route,
        ...queries.flatMap(({ index = '', partition }) => [index, partition]),
        payload,
        ...(selection === '' ? [] : [selection]),
      ]),
    )
    .digest()
    .subarray(0, macLength);

const payloadOf = ({ after, count }: Position): string =>
  count === undefined ? after : `${count.total}${count.isExact ? '' : '+'},${after}`;

const countedPayload = /^(?<total>\d+)(?<more>\+?),(?<after>.*)$/s;

function positionIn(payload: string): Position {
  const { total, more, after } = countedPayload.exec(payload)?.groups ?? {};
  if (total === undefined || after === undefined) return { after: payload };
  return { after, count: { total: Number(total), isExact: more === '' } };
}

export function encodeCursor(
  position: Position,
  list: ListDefinition,
  { route, cursorSecrets: [secret] }: CursorContext,
): string {
  if (secret === undefined) throw new Error('No secret to sign cursors with');
  const payload = payloadOf(position);
  return Buffer.concat([macOf(payload, list, route, secret), Buffer.from(payload)]).toString('base64url');
}

/** Throws a 400 if the cursor was changed or belongs to another list. */
export function decodeCursor(
  cursor: string,
  list: ListDefinition,
  { route, cursorSecrets }: CursorContext,
): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const mac = bytes.subarray(0, macLength);
  const payload = bytes.subarray(macLength).toString();
  const isValid =
    mac.length === macLength &&
    bytes.toString('base64url') === cursor &&
    cursorSecrets.some((secret) => timingSafeEqual(mac, macOf(payload, list, route, secret)));
  if (isValid) return positionIn(payload);
  const message = 'Must be the cursor from a page of this list with the same filters';
  throw invalid('Invalid query parameters', [{ path: 'cursor', message }], 'cursor_invalid');
}

// Turns the change of an item into an event.
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '#lib/streams/changes.ts';
import { type RecordedItem, recordedItemAt } from '#lib/table/keys/event-keys.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { type Attribution, actorAttribute, decodeAttribution } from '#lib/table/writes/attribution.ts';
import { spreadFlag } from '#lib/table/writes/totals.ts';
import type { EventType } from './event-types.ts';
import type { Context, State } from './resource.ts';
import { resources } from './resources.ts';

interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** An event without its place in the feed. */
export interface NewEvent {
  readonly type: EventType;
  readonly resourceId: string;
  readonly attribution: Attribution;
  readonly data: State['data'];
  readonly changes: Readonly<Record<string, FieldChange>>;
}

export const itemOf = ({ before, after }: Change): Item => after ?? before ?? {};

export const recordedItemOf = (change: Change): RecordedItem | undefined => {
  const { pk, sk } = itemOf(change);
  return recordedItemAt(String(pk), String(sk));
};

/** Orders change these attributes, and so does the flag of a hot item. Their changes are no events. */
const derivedAttributes: readonly string[] = [
  'totalRevenue',
  'totalOrders',
  'commissionEarned',
  'usageCount',
  'creatorsCount',
  spreadFlag,
];

function hasOwnChange(before: Item, after: Item): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !derivedAttributes.includes(name) && !isDeepStrictEqual(before[name], after[name]),
  );
}

/** Decides cheaply, because every order changes the totals of its creator, campaign and discount code. */
export function isRecorded(change: Change): boolean {
  const { before, after } = change;
  if (recordedItemOf(change) === undefined || itemOf(change)[actorAttribute] === undefined) return false;
  return before === undefined || after === undefined || hasOwnChange(before, after);
}

function changedFields(
  before: State['data'],
  after: State['data'],
  derived: readonly string[],
): NewEvent['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => !derived.includes(name) && !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  );
}

/** `note` says who deleted the item. Returns undefined for a change that is no event. */
export function eventOf(
  change: Change,
  brand: Context['brand'],
  note: Item | undefined,
): NewEvent | undefined {
  const { before, after } = change;
  const recorded = recordedItemOf(change);
  const changedBy = (after ?? note)?.[actorAttribute];
  if (recorded === undefined || typeof changedBy !== 'string') return undefined;
  const { derivedFields, stateOf, typeOf } = resources[recorded.kind];
  const attribution = decodeAttribution(changedBy);
  const context = { brand, at: attribution.at };
  const [was, is] = [before, after].map((item) => (item === undefined ? undefined : stateOf(item, context)));
  const changes = was && is ? changedFields(was.data, is.data, derivedFields) : {};
  const isUnchanged =
    was && is && Object.keys(changes).length === 0 && isDeepStrictEqual(was.hidden, is.hidden);
  const type = isUnchanged ? undefined : typeOf(before, after);
  const state = is ?? was;
  if (type === undefined || state === undefined) return undefined;
  return { type, resourceId: String(itemOf(change).sk), attribution, data: state.data, changes };
}

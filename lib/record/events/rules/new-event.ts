// Decides which changes of items are recorded, and defines the events that they become.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { RecordedType } from '#lib/foundation/contract/event-types.ts';
import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { actorAttribute, type RecordedItem, recordedItemAt } from '#lib/foundation/table/keys/event-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Attribution } from '#lib/foundation/table/writes/attribution.ts';
import { spreadFlag } from '#lib/foundation/table/writes/totals.ts';
import { removalMark } from '#lib/program/affiliates/rules/removal-mark.ts';

/** The two states of an item. A new item has no `before`, a deleted one no `after`. */
export interface ItemChange {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** An event without its place in the feed. */
export interface NewEvent {
  readonly type: RecordedType;
  readonly resourceId: string;
  readonly attribution: Attribution;
  /** The representation of the resource in the API. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, FieldChange>>;
  /** The salted hash of the customer whose data the event can contain. It stays when the data is erased. */
  readonly customerKey?: string;
  /** The order belonged to the customer with this hash before the event. */
  readonly formerCustomerKey?: string;
}

interface RelatedItems {
  /** Says who deleted the item. */
  readonly note: Item | undefined;
  /** The conversion of a commission that has a reason. */
  readonly order: Item | undefined;
}

/** Returns undefined for a change that is no event. */
export type EventOf = (change: ItemChange, brand: Brand, related: RelatedItems) => NewEvent | undefined;

export const itemOf = ({ before, after }: ItemChange): Item => after ?? before ?? {};

export const recordedItemOf = (change: ItemChange): RecordedItem | undefined => {
  const { pk, sk } = itemOf(change);
  return recordedItemAt(String(pk), String(sk));
};

/** Orders change these attributes, and so do the flag of a hot item and the undo of an import. Their changes are no events. */
const derivedAttributes: readonly string[] = [
  'totalRevenue',
  'totalOrders',
  'commissionEarned',
  'usageCount',
  'creatorsCount',
  spreadFlag,
  removalMark,
];

function hasOwnChange(before: Item, after: Item): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !derivedAttributes.includes(name) && !isDeepStrictEqual(before[name], after[name]),
  );
}

/** An erasure has an event of its own. The event of this change would contain the erased data. */
const isErasing = ({ before, after }: ItemChange): boolean =>
  after?.[erasedRevision] !== undefined && after[erasedRevision] !== before?.[erasedRevision];

/** Decides cheaply, because every order changes the totals of its creator, campaign and discount code. */
export function isRecorded(change: ItemChange): boolean {
  const { before, after } = change;
  if (recordedItemOf(change) === undefined || itemOf(change)[actorAttribute] === undefined) return false;
  if (isErasing(change)) return false;
  return before === undefined || after === undefined || hasOwnChange(before, after);
}

// Defines how a domain declares the items that it stores (`items.ts`). lib/care/catalog lists them all.
import type * as z from 'zod';
import type { DomainOwner } from '#lib/foundation/shared/link-domain.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import type { RecordedType } from './event-types.ts';
import type { PersonalFields } from './personal-fields.ts';

/** Sample values of the keys in the documents. */
export const sample = { brand: 'brd_01', day: '2026-11-22' } as const;

export const kept = {
  untilErased: 'until erasure',
  untilBrandIsDeleted: 'until the operator deletes the brand',
} as const;

/**
 * Says what a restore of a brand does with the items of the brand (docs/decisions/0121). `restored`: they become what they were.
 * `last`: the same, after all others. `kept`: they stay as they are now. `recalculated`: they stay, and are calculated from the ledger
 * and the clicks afterwards. Null: the items are not in a partition of a brand.
 */
export type Restore = 'restored' | 'last' | 'kept' | 'recalculated' | null;

export interface StoredItem {
  /** The purpose of the item, for the documents. */
  readonly description: string;
  /** A key of the item with sample values. */
  readonly example: Key;
  /** The personal data of creators (C), customers (K), visitors (V) or users (U). */
  readonly personal?: string;
  /** The time for which the item is kept. */
  readonly kept: string;
  /** The effect of an erasure, or the fields that it replaces. Omitted where no creator and no customer is concerned. */
  readonly erasure?: string | PersonalFields;
  readonly erasureNote?: string;
  readonly restore: Restore;
  /** The events of the item. Omitted for an item whose changes are not recorded. */
  readonly events?: RecordedItem;
}

export type StoredItems = Readonly<Record<string, StoredItem>>;

interface EventContext {
  readonly brand: DomainOwner & {
    readonly currency: string;
    readonly timezone: string;
    readonly salt: string;
  };
  /** The time of the change, on the clock of the brand. */
  readonly at: Date;
  /** The conversion of a commission that has a reason, which can be personal data of the customer. */
  readonly order: Item | undefined;
}

type TypeOf<States extends readonly unknown[]> = (...states: States) => RecordedType | undefined;

interface Events<Stored> {
  readonly schema: z.ZodType<Stored>;
  /** Returns the API representation. */
  readonly present: (stored: Stored, context: EventContext) => object;
  /** Fields that orders and the time change. A change of these fields alone is no event. */
  readonly derivedFields?: readonly string[];
  /** A value that the representation does not show, and whose change is an event. */
  readonly hidden?: (stored: Stored) => unknown;
  /** How an item looked at its last event, if steps in between are no events. Defaults to the item before the change. */
  readonly atLastEvent?: (before: Stored) => Stored;
  /** The types of a new, a changed and a deleted item. Undefined for no event, such as a step of a payout. */
  readonly created: TypeOf<[Stored]>;
  readonly changed: TypeOf<[before: Stored, after: Stored]>;
  readonly deleted?: RecordedType;
  /** The id of the resource that the event is about. Defaults to the id of the item. */
  readonly resourceIdOf?: (item: Item) => string;
  readonly customerKeyOf?: (stored: Stored, context: EventContext) => string | undefined;
}

/** One state of an item: what the API shows, and what events compare. */
export interface State {
  readonly data: Readonly<Record<string, unknown>>;
  readonly hidden: unknown;
  readonly customerKey: string | undefined;
}

export interface RecordedItem {
  readonly derivedFields: readonly string[];
  readonly stateOf: (item: unknown, context: EventContext) => State;
  readonly lastStateOf: (before: unknown, context: EventContext) => State;
  readonly typeOf: (before: unknown, after: unknown) => RecordedType | undefined;
  readonly resourceIdOf: (item: Item) => string;
}

/** Numbers of the representation are raw JSON, so that amounts keep their decimals. Events compare and store their parsed form. */
const toPlain = (value: object): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(value));

export const recorded = <Stored>({
  schema,
  present,
  derivedFields = [],
  hidden = () => null,
  atLastEvent = (before) => before,
  created,
  changed,
  deleted,
  resourceIdOf = ({ sk }) => String(sk),
  customerKeyOf = () => undefined,
}: Events<Stored>): RecordedItem => {
  const stateOf = (stored: Stored, context: EventContext): State => ({
    data: toPlain(present(stored, context)),
    hidden: hidden(stored),
    customerKey: customerKeyOf(stored, context),
  });
  return {
    derivedFields,
    resourceIdOf,
    stateOf: (item, context) => stateOf(schema.parse(item), context),
    lastStateOf: (before, context) => stateOf(atLastEvent(schema.parse(before)), context),
    typeOf: (before, after) => {
      if (after === undefined) return deleted;
      if (before === undefined) return created(schema.parse(after));
      return changed(schema.parse(before), schema.parse(after));
    },
  };
};

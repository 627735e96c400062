// Defines how the changes of one kind of items become events.
import type * as z from 'zod';
import type { Brand } from '#lib/brands/schema.ts';
import type { RecordedType } from '#lib/events/rules/event-types.ts';
import type { Item } from '#lib/table/keys/item.ts';

export interface Context {
  readonly brand: Brand;
  /** The time of the change, on the clock of the brand. */
  readonly at: Date;
  /** The conversion of a commission that has a reason, which can be personal data of the customer. */
  readonly order: Item | undefined;
}

type TypeOf<States extends readonly unknown[]> = (...states: States) => RecordedType | undefined;

interface Definition<Stored> {
  readonly schema: z.ZodType<Stored>;
  /** Returns the API representation. */
  readonly present: (stored: Stored, context: Context) => object;
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
  readonly customerKeyOf?: (stored: Stored, context: Context) => string | undefined;
}

/** One state of an item: what the API shows, and what events compare. */
export interface State {
  readonly data: Readonly<Record<string, unknown>>;
  readonly hidden: unknown;
  readonly customerKey: string | undefined;
}

export interface Resource {
  readonly derivedFields: readonly string[];
  readonly stateOf: (item: unknown, context: Context) => State;
  readonly lastStateOf: (before: unknown, context: Context) => State;
  readonly typeOf: (before: unknown, after: unknown) => RecordedType | undefined;
  readonly resourceIdOf: (item: Item) => string;
}

/** Numbers of the representation are raw JSON, so that amounts keep their decimals. Events compare and store their parsed form. */
const toPlain = (value: object): Readonly<Record<string, unknown>> => JSON.parse(JSON.stringify(value));

export const defineResource = <Stored>({
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
}: Definition<Stored>): Resource => {
  const stateOf = (stored: Stored, context: Context): State => ({
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

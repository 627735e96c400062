// Lists the personal fields of an order.
import {
  annotations,
  erasedText,
  type PersonalFields,
  withoutAddress,
} from '#lib/foundation/contract/personal-fields.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eachIn = (value: unknown, change: (entry: Readonly<Record<string, unknown>>) => object): unknown =>
  Array.isArray(value) ? value.map((entry: unknown) => (isObject(entry) ? change(entry) : entry)) : value;

/** A customer can type any text as a reference. A reference that led to a creator is a code, the id of a click or of the customer. */
const isPersonal = ({ affiliateId, source, reference }: Readonly<Record<string, unknown>>): boolean =>
  typeof affiliateId !== 'string' || (source === 'customer' && withoutAddress(reference) === null);

/** A link can contain any text as a sub id. */
const withoutPersonalTexts = ({ subIds: _, ...candidate }: Readonly<Record<string, unknown>>): object =>
  isPersonal(candidate) ? { ...candidate, reference: erasedText } : candidate;

const withoutPersonalReferences = (receipt: unknown): unknown =>
  isObject(receipt)
    ? {
        ...receipt,
        candidates: eachIn(receipt.candidates, withoutPersonalTexts),
      }
    : receipt;

export const conversionPersonalFields = {
  ...annotations,
  customerId: withoutAddress,
  customerHash: () => null,
  customerEmailHash: () => null,
  receipt: withoutPersonalReferences,
  cancelReason: () => null,
  changes: (changes) => eachIn(changes, (change) => ({ ...change, reason: null })),
} satisfies PersonalFields;

export const refundPersonalFields = {
  reason: () => null,
  reversalReason: () => null,
} satisfies PersonalFields;

/** The claim of the order id, which has the line items. */
export const orderPersonalFields = {
  items: (items) => eachIn(items, (item) => ('name' in item ? { ...item, name: erasedText } : item)),
} satisfies PersonalFields;

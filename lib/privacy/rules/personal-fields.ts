// Defines the personal fields of items, and the value that replaces each of them. Events have the same names for these fields.

/** The attribute of an item that has the revision that erased it. */
export const erasedRevision = 'erasedRevision';

export const erasedText = 'Erased';

/** The top-level domain `invalid` never exists (RFC 2606), and the id makes the address unique. */
export const erasedEmail = (id: string): string => `${id.toLowerCase()}@erased.invalid`;

/** Ids stay, unless the brand uses an e-mail address as the id. */
export const withoutAddress = (id: unknown): unknown =>
  typeof id === 'string' && id.includes('@') ? null : id;

type Replace = (value: unknown, id: string) => unknown;
type Fields = Readonly<Record<string, Replace>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const eachIn = (value: unknown, change: (entry: Readonly<Record<string, unknown>>) => object): unknown =>
  Array.isArray(value) ? value.map((entry: unknown) => (isObject(entry) ? change(entry) : entry)) : value;

/** A customer can type any text as a reference. A reference that led to a creator is a code or the id of a click. */
const withoutUnknownReferences: Replace = (receipt) =>
  isObject(receipt)
    ? {
        ...receipt,
        candidates: eachIn(receipt.candidates, (candidate) =>
          typeof candidate.affiliateId === 'string' ? candidate : { ...candidate, reference: erasedText },
        ),
      }
    : receipt;

const withoutProductNames: Replace = (items) =>
  eachIn(items, (item) => ('name' in item ? { ...item, name: erasedText } : item));

const annotations: Fields = { metadata: () => ({}), externalId: withoutAddress };

export const personalFields = {
  affiliate: { name: () => erasedText, email: (_, id) => erasedEmail(id), ...annotations },
  discount: annotations,
  conversion: {
    ...annotations,
    customerId: withoutAddress,
    customerHash: () => null,
    receipt: withoutUnknownReferences,
  },
  commission: { reason: () => null },
  order: { items: withoutProductNames },
  payoutLine: { name: () => erasedText, email: (_, id) => erasedEmail(id) },
} as const satisfies Readonly<Record<string, Fields>>;

export type PersonalKind = keyof typeof personalFields;

export const hasPersonalFields = (kind: string): kind is PersonalKind => kind in personalFields;

/** Replaces the personal fields that `fields` has. `id` is the id of the item, or of the creator for a line of a payout. */
export function erasedFields(kind: PersonalKind, id: string, fields: Readonly<Record<string, unknown>>) {
  const replacements: Fields = personalFields[kind];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const replace = replacements[name];
      return [name, replace === undefined ? value : replace(value, id)];
    }),
  );
}

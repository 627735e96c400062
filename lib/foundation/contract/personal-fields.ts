// Defines what replaces personal data when a person is erased.

/** The attribute of an item that has the revision that erased it. */
export const erasedRevision = 'erasedRevision';

export const erasedText = 'Erased';

type Replace = (value: unknown, id: string) => unknown;

/** Maps a field to the function that returns what replaces its value. `id` is the id of the item, or of the creator for a line of a payout. */
export type PersonalFields = Readonly<Record<string, Replace>>;

/** The top-level domain `invalid` never exists (RFC 2606), and the id makes the address unique. */
const erasedEmail = (id: string): string => `${id.toLowerCase()}@erased.invalid`;

/** Ids stay, unless the brand uses an e-mail address as the id. */
export const withoutAddress = (id: unknown): unknown =>
  typeof id === 'string' && id.includes('@') ? null : id;

export const nameAndEmail = {
  name: () => erasedText,
  email: (_, id) => erasedEmail(id),
} satisfies PersonalFields;

export const annotations = { metadata: () => ({}), externalId: withoutAddress } satisfies PersonalFields;

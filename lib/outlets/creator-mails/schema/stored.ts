// Defines the stored form of e-mails to creators.
import * as z from 'zod';
import { creatorMailKinds, mailLanguages } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const mailType = 'creatorMail';

/** The part that one segment of events adds to an e-mail. A list, because it is an element of a set. */
export type MailPart = readonly [sequence: number, count: number, amount: number, ids: readonly string[]];

export const storedMail = z.object({
  id: z.string(),
  type: z.literal(mailType),
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  kind: z.enum(creatorMailKinds),
  /** A payout, a dispute, a day, or the time from which payment details are used. Empty for none. */
  about: z.string(),
  /** JSON of parts. No schema of a set, because many functions bundle this file without reading parts. */
  parts: z.custom<ReadonlySet<string>>().optional(),
  /** Only for an erased creator, whose item has no address any more. Removed when the e-mail is sent. */
  to: z
    .object({ email: z.string(), name: z.string(), language: z.enum(mailLanguages).optional() })
    .optional(),
  createdAt: instant,
  /** From then on, nothing is added. */
  closedAt: instant.optional(),
  /** When it was sent, or found to be unwanted. */
  doneAt: instant.optional(),
});
export type StoredMail = z.output<typeof storedMail>;

export const partsOf = ({ parts = new Set() }: Pick<StoredMail, 'parts'>): readonly MailPart[] =>
  [...parts].map((text) => JSON.parse(text));

/** Two parts with the same sequence are one, written twice. */
export function sumOfParts(mail: Pick<StoredMail, 'parts'>) {
  const distinct = [...new Map(partsOf(mail).map((one) => [one[0], one])).values()];
  return {
    count: distinct.reduce((sum, [, count]) => sum + count, 0),
    amount: distinct.reduce((sum, [, , amount]) => sum + amount, 0),
    ids: distinct.flatMap(([, , , ids]) => ids),
  };
}

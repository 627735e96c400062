// Defines the stored applications whose e-mail address is not confirmed.
import * as z from 'zod';
import { mailLanguages } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const storedApplication = z.object({
  /** It has the form of the id of a creator, because the link in the e-mail has one. */
  id: idSchema('affiliate'),
  name: z.string(),
  email: z.string(),
  profileUrl: z.string().nullable(),
  message: z.string().nullable(),
  language: z.enum(mailLanguages).optional(),
  /** In epoch seconds. */
  expiresAt: z.int(),
});
export type Application = z.output<typeof storedApplication>;

// Defines the stored sessions of creators.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

/** A token is valid only while its session exists, and the creator has the same session version. */
export const storedCreatorSession = z.object({
  id: idSchema('session'),
  affiliateId: idSchema('affiliate'),
  sessionVersion: z.int(),
  createdAt: instant,
  /** In epoch seconds. */
  expiresAt: z.int(),
});
export type CreatorSession = z.output<typeof storedCreatorSession>;

// Defines the keys that functions need to verify tokens and cursors, as they are stored in the table.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';

/** The `kid` in the header of a token names its key. It is data of the caller, so it is never part of a key of the table. */
export const keyId = z.string().regex(/^[\w-]{1,64}$/);

/** A key as functions need it to verify tokens and cursors. `publicKey` is an Ed25519 key (RFC 8032); both keys are in base64url. */
const publishedKey = z.object({
  kid: keyId,
  publicKey: z.string(),
  cursorSecret: z.string(),
  signsFrom: instant,
});
export type PublishedKey = z.output<typeof publishedKey>;

export const storedPublishedKeys = z.object({ revision: z.int(), keys: z.array(publishedKey) });

// Requests a link to reset a password. Every address gets the same answer after the same work.
import { storedCredentials } from '#lib/access/auth/schema.ts';
import { countLink, queueEmail, queueNothing } from '#lib/access/email/writes.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transactQuietly } from '#lib/foundation/table/transact-quietly.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';

const resetSeconds = 30 * 60;

function resetEmail(found: Item, now: Date): Write {
  const { brandId, userId, email, passwordVersion } = storedCredentials.parse(found);
  const expiresAt = addSeconds(now, resetSeconds).toISOString();
  const link = { purpose: 'passwordReset', brandId, userId, passwordVersion, expiresAt } as const;
  return queueEmail({ kind: 'passwordReset', brandId, to: email, brandName: '', link }, now);
}

/** Sends nothing, and tells nobody, if the address has no account or has received too many links. */
export async function requestPasswordReset(input: string, now: Date): Promise<void> {
  const email = normalizeEmail(input);
  const found = await getItem(keys.credentials(email));
  const queued = found === undefined ? queueNothing(email, now) : resetEmail(found, now);
  await transactQuietly([countLink(email, { purpose: 'passwordReset' }, now), queued]);
}

// Deletes the records of logins beside the credentials.
import { queryPartition } from '#lib/foundation/table/client.ts';
import { emailedLinksPrefix } from '#lib/foundation/table/keys/email-keys.ts';
import { keys, loginPartition } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { transactionLimit, type Write } from '#lib/foundation/table/writes/write.ts';

/**
 * Deletes the known addresses and failed logins. A concurrent login cannot add an address, because it checks the credentials. The counters of
 * links stay until they expire. Otherwise the limit would not apply to a user who is removed and invited again.
 */
export async function deleteLoginRecords(email: string): Promise<void> {
  const found = await queryPartition(loginPartition(email));
  const deletions = found
    .filter(({ sk }) => sk !== keys.credentials(email).sk && !String(sk).startsWith(emailedLinksPrefix))
    .map(({ pk, sk }): Write => ({ kind: 'delete', key: { pk: String(pk), sk: String(sk) } }));
  for (let start = 0; start < deletions.length; start += transactionLimit)
    await transact(deletions.slice(start, start + transactionLimit));
}

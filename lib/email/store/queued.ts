// Sends the queued e-mails of a batch of stream changes.
import { renderEmail } from '#lib/email/rules/templates.ts';
import { storedEmail } from '#lib/email/schema.ts';
import { environment } from '#lib/shared/environment.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { createLinkKey, linkKeyIn } from './link-key.ts';
import { sendEmail } from './send-email.ts';

/** Deletes each e-mail after it is sent, so that a repeated batch sends it again only if the function died in between. */
export async function sendQueuedEmails(changes: readonly Change[]): Promise<void> {
  const queued = changes.flatMap(({ after }) => (after?.type === 'email' ? [storedEmail.parse(after)] : []));
  if (queued.length === 0) return;
  const [keyItem, ...items] = await getItems([keys.linkKey(), ...queued.map(({ id }) => keys.email(id))]);
  const key = linkKeyIn(keyItem) ?? (await createLinkKey());
  for (const [index, email] of queued.entries()) {
    if (items[index] === undefined) continue;
    await sendEmail(email.id, email.kind, renderEmail(email, key, environment.API_URL ?? ''));
    await transact([{ kind: 'delete', key: keys.email(email.id) }]);
  }
}

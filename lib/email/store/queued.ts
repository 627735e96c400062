// Sends the queued e-mails of a batch of stream changes.
import { renderEmail } from '#lib/email/rules/templates.ts';
import { storedEmail } from '#lib/email/schema.ts';
import { environment } from '#lib/shared/environment.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems } from '#lib/table/client.ts';
import { emailKeys } from '#lib/table/keys/email-keys.ts';
import { transact } from '#lib/table/transact.ts';
import { createLinkKey, linkKeyIn } from './link-key.ts';
import { sendEmail } from './send-email.ts';

/** Deletes each e-mail after it is sent, so that a repeated batch sends it again only if the function died in between. */
export async function sendQueuedEmails(changes: readonly Change[]): Promise<void> {
  const queued = changes.flatMap(({ after }) => (after?.type === 'email' ? [storedEmail.parse(after)] : []));
  if (queued.length === 0) return;
  const [keyItem, ...items] = await getItems([
    emailKeys.linkKey(),
    ...queued.map(({ id }) => emailKeys.email(id)),
  ]);
  const key = linkKeyIn(keyItem) ?? (await createLinkKey());
  for (const [index, email] of queued.entries()) {
    if (items[index] === undefined) continue;
    await sendEmail(email.id, email.kind, renderEmail(email, key, environment.API_URL ?? ''));
    await transact([{ kind: 'delete', key: emailKeys.email(email.id) }]);
  }
}

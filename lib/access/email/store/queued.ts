// Sends queued e-mails, in the worker behind the queue. docs/decisions/0079, docs/decisions/0128
import { linkKeyIn } from '#lib/access/email/rules/link-key.ts';
import { renderEmail } from '#lib/access/email/rules/templates.ts';
import { storedEmail } from '#lib/access/email/schema.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { dispatch } from '#lib/foundation/streams/work.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { createLinkKey } from './link-key.ts';
import { sendEmail } from './send-email.ts';

export const dispatchEmails = (changes: readonly Change[]): Promise<void> =>
  dispatch(
    'emails',
    changes.flatMap(({ before, after }) => {
      if (before !== undefined || after?.type !== 'email') return [];
      const { id, brandId } = storedEmail.parse(after);
      return [{ brandId, id }];
    }),
  );

/** Deletes the e-mail after it is sent, so that a repeated message sends it again only if the function died in between. */
export async function sendQueuedEmail({ id }: Pick<WorkItem, 'id'>): Promise<void> {
  const [keyItem, item] = await getItems([emailKeys.linkKey(), emailKeys.email(id)]);
  if (item === undefined) return;
  const email = storedEmail.parse(item);
  const key = linkKeyIn(keyItem) ?? (await createLinkKey());
  await sendEmail(email.id, email.kind, renderEmail(email, key, environment.API_URL ?? ''));
  await transact([{ kind: 'delete', key: emailKeys.email(id) }]);
}

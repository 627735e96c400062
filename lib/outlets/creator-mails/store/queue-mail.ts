// Queues e-mails to creators. Safe to repeat.

import type { CreatorMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { updateOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { isGrouped } from '#lib/outlets/creator-mails/rules/mail.ts';
import { type MailPart, partsOf, storedMail } from '#lib/outlets/creator-mails/schema/stored.ts';
import { newMail } from '#lib/outlets/creator-mails/writes.ts';

export interface MailToQueue {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly kind: CreatorMailKind;
  readonly key: string;
  readonly about: string;
  readonly part: MailPart;
}

/** Adds to the e-mail, or creates it. What arrives after the e-mail was sent begins another one. */
export async function queueMail(mail: MailToQueue, at: Date): Promise<void> {
  const { key, fields } = newMail(mail, at);
  const [sequence] = mail.part;
  const { isRefused, before } = await updateOrGetExisting({
    Key: { ...key },
    ...toUpdateInput({
      setOnce: fields,
      add: { parts: new Set([JSON.stringify(mail.part)]) },
      condition: 'attribute_not_exists(#closedAt)',
    }),
  });
  if (!isRefused || !isGrouped(mail.kind)) return;
  const isIncluded = partsOf(storedMail.parse(before)).some(([included]) => included === sequence);
  if (!isIncluded) await queueMail({ ...mail, key: `${mail.key} ${sequence}` }, at);
}

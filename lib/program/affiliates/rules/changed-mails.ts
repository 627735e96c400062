// Applies changes of the language and the e-mails of a creator.
import type { MailLanguage, OptionalMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

export interface MailChanges {
  readonly email?: string | undefined;
  readonly language?: MailLanguage | null | undefined;
  readonly mails?: { readonly off: readonly OptionalMailKind[] } | undefined;
  readonly mailStatus?: Affiliate['mailStatus'];
}

type MailFields = Pick<Affiliate, 'language' | 'mailsOff' | 'mailStatus'>;

export function withoutMails(affiliate: Affiliate): Omit<Affiliate, keyof MailFields> {
  const { language: _, mailsOff: __, mailStatus: ___, ...others } = affiliate;
  return others;
}

/** Another address may receive e-mails again. */
export function changedMails(before: Affiliate, changes: MailChanges): MailFields {
  const isSameAddress = normalizeEmail(changes.email ?? before.email) === normalizeEmail(before.email);
  const language = changes.language === undefined ? before.language : changes.language;
  const mailsOff = changes.mails === undefined ? before.mailsOff : [...new Set(changes.mails.off)];
  const mailStatus = changes.mailStatus ?? (isSameAddress ? before.mailStatus : undefined);
  return { ...(language && { language }), ...(mailsOff && { mailsOff }), ...(mailStatus && { mailStatus }) };
}

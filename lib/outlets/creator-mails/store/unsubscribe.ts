// Turns off a kind of e-mails with the token of an e-mail.

import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { invalid } from '#lib/foundation/shared/errors.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { UnsubscribeNames } from '#lib/outlets/creator-mails/rules/text-types.ts';
import { mailTexts } from '#lib/outlets/creator-mails/rules/texts.ts';
import { brandNamedIn, verifyUnsubscribeToken } from '#lib/outlets/creator-mails/rules/unsubscribe-token.ts';
import { turnOff } from './change-creator.ts';

const invalidLink = () =>
  invalid(
    'Invalid query',
    [{ path: 'token', message: 'Must be the token of the link in an e-mail: open the link again' }],
    'link_invalid',
  );

/** Returns undefined for a token that the service has not signed, so that nobody can look up a brand. */
export async function readNames(
  token: string,
  language: MailLanguage,
): Promise<UnsubscribeNames | undefined> {
  const brandId = brandNamedIn(token);
  if (brandId === undefined) return undefined;
  const [keyItem, brand] = await getItems([emailKeys.linkKey(), keys.brand(brandId)]);
  if (keyItem === undefined || brand === undefined) return undefined;
  const subject = verifyUnsubscribeToken(Buffer.from(String(keyItem.secret), 'base64url'), token);
  return subject && { brand: String(brand.name), kind: mailTexts[language].kindNames[subject.kind] };
}

export async function unsubscribe(token: string, now: Date): Promise<void> {
  const keyItem = await getItem(emailKeys.linkKey());
  if (keyItem === undefined) throw invalidLink();
  const subject = verifyUnsubscribeToken(Buffer.from(String(keyItem.secret), 'base64url'), token);
  if (subject === undefined) throw invalidLink();
  await turnOff(subject, now);
}

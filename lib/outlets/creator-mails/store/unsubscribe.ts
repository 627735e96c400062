// Turns off a kind of e-mails with the token of an e-mail.
import { invalid } from '#lib/foundation/shared/errors.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { verifyUnsubscribeToken } from '#lib/outlets/creator-mails/rules/unsubscribe-token.ts';
import { turnOff } from './change-creator.ts';

const invalidLink = () =>
  invalid(
    'Invalid query',
    [{ path: 'token', message: 'Must be the token of the link in an e-mail: open the link again' }],
    'link_invalid',
  );

export async function unsubscribe(token: string, now: Date): Promise<void> {
  const keyItem = await getItem(emailKeys.linkKey());
  if (keyItem === undefined) throw invalidLink();
  const subject = verifyUnsubscribeToken(Buffer.from(String(keyItem.secret), 'base64url'), token);
  if (subject === undefined) throw invalidLink();
  await turnOff(subject, now);
}

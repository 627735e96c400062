// Turns on second factors, and computes the codes of an authenticator app.
import { TOTP } from 'otpauth';
import { now } from '#lib/shared/clock.ts';
import { dataOf } from './answers.ts';
import { password } from './people.ts';
import { send } from './service.ts';

/** Returns the code of an app whose clock is `seconds` ahead. */
export const codeAt = (secret: string, seconds = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now().getTime() + seconds * 1000 });

export const beginSecondFactor = (token: string, currentPassword = password) =>
  send('POST', '/auth/second-factor', { token, body: { currentPassword } });

export async function newSecretOf(token: string): Promise<string> {
  return (await dataOf(beginSecondFactor(token))).secret;
}

/** Confirms with the code of the previous 30 seconds, so that the current code is unused. */
export async function enableSecondFactor(token: string) {
  const secret = await newSecretOf(token);
  const body = { code: codeAt(secret, -30) };
  const { recoveryCodes } = await dataOf(send('POST', '/auth/second-factor/confirm', { token, body }));
  return { secret, recoveryCodes };
}

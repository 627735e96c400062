// Turns on second factors through any client, and computes the codes of an authenticator app.
import { TOTP } from 'otpauth';
import { now } from '#lib/foundation/shared/clock.ts';
import { dataOf } from './answers.ts';
import type { Send } from './creations-with.ts';
import { password } from './situations.ts';

/** Returns the code of an app whose clock is `seconds` ahead. */
export const codeAt = (secret: string, seconds = 0): string =>
  new TOTP({ secret }).generate({ timestamp: now().getTime() + seconds * 1000 });

export function secondFactorsBy(send: Send) {
  const beginSecondFactor = (token: string, currentPassword = password) =>
    send('POST', '/auth/second-factor', { token, body: { currentPassword } });

  const newSecretOf = async (token: string): Promise<string> =>
    (await dataOf(beginSecondFactor(token))).secret;

  /** Confirms with the code of the previous 30 seconds, so that the current code is unused. */
  async function enableSecondFactor(token: string) {
    const secret = await newSecretOf(token);
    const body = { code: codeAt(secret, -30) };
    const { recoveryCodes } = await dataOf(send('POST', '/auth/second-factor/confirm', { token, body }));
    return { secret, recoveryCodes };
  }

  return { beginSecondFactor, newSecretOf, enableSecondFactor };
}

// Checks time-based one-time passwords (TOTP, RFC 6238) and recovery codes. Each of them works once.
import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { SecondFactor, SecondFactorProof } from '#lib/access/auth/schema/second-factor.ts';
import { encodeBytes } from '#lib/foundation/shared/crockford.ts';

const secretBytes = 20;
const periodSeconds = 30;
/** Accepts the codes of the previous and of the next 30 seconds, because the clocks of phones differ (RFC 6238, 5.2). */
const tolerance = 1;

export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

const totpOf = (secret: string, account = ''): TOTP =>
  new TOTP({ issuer: 'Affiliate program', label: account, secret, period: periodSeconds });

/** The text of the QR code that authenticator apps scan. */
export const otpauthUri = (secret: string, account: string): string => totpOf(secret, account).toString();

/** Returns the counter of the 30 seconds that the code is for, or undefined if the code is wrong. */
export function counterOf(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: tolerance });
  return delta === null ? undefined : Math.floor(now.getTime() / (periodSeconds * 1000)) + delta;
}

const recoveryCodeCount = 10;
/** 80 bits, which nobody can find by trying, so a plain hash protects the codes. */
const recoveryCodeBytes = 10;

const hashOf = (code: string): string =>
  hash('sha256', code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''), 'base64url');

const inGroups = (text: string): string => text.match(/.{4}/g)?.join('-') ?? text;

export function newRecoveryCodes(): { readonly codes: string[]; readonly hashes: string[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    inGroups(encodeBytes(randomBytes(recoveryCodeBytes))),
  );
  return { codes, hashes: codes.map(hashOf) };
}

/**
 * Returns the second factor after the proof was used, or undefined if the proof is wrong. A code is refused if it, or a later
 * one, was used before.
 */
export function useProof(
  factor: SecondFactor,
  { code, recoveryCode }: SecondFactorProof,
  now: Date,
): SecondFactor | undefined {
  if (code !== undefined) {
    const counter = counterOf(factor.secret, code, now);
    return counter === undefined || counter <= factor.lastCounter
      ? undefined
      : { ...factor, lastCounter: counter };
  }
  const used = hashOf(recoveryCode ?? '');
  const left = factor.recoveryCodes.filter((one) => one !== used);
  return left.length === factor.recoveryCodes.length ? undefined : { ...factor, recoveryCodes: left };
}

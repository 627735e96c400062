import { describe, expect, test } from 'vitest';
import {
  type ClaimedLink,
  isValidLink,
  oneTimeToken,
  parseToken,
} from '#lib/access/email/rules/one-time-tokens.ts';
import type { LinkSubject } from '#lib/access/email/schema.ts';

const key = Buffer.alloc(32, 7);
const end = Date.parse('2026-03-01T09:30:00.000Z');
const subject: LinkSubject = {
  purpose: 'passwordReset',
  brandId: 'brd_01JD0000000000000000000000',
  userId: 'usr_01JD0000000000000000000000',
  passwordVersion: 3,
  expiresAt: new Date(end).toISOString(),
};

function claimed(token = oneTimeToken(key, subject)): ClaimedLink {
  const link = parseToken(token);
  if (link === undefined) throw new Error('The token is malformed');
  return link;
}

const isValid = (link: ClaimedLink, current: Partial<LinkSubject> = {}, at = end - 1): boolean =>
  isValidLink(key, link, { ...subject, ...current }, new Date(at));

describe('a one-time link', () => {
  test('a link is valid until one millisecond before its end', () => {
    expect(isValid(claimed())).toBe(true);
    expect(isValid(claimed(), {}, end)).toBe(false);
  });

  test('a link is not valid after the password has changed, or for another purpose', () => {
    expect(isValid(claimed(), { passwordVersion: 4 })).toBe(false);
    expect(isValid(claimed(), { purpose: 'invitation' })).toBe(false);
  });

  test('a link is not valid for another user, another brand, a later end or another key', () => {
    const link = claimed();
    expect(isValid({ ...link, userId: 'usr_01JD0000000000000000000001' })).toBe(false);
    expect(isValid({ ...link, brandId: 'brd_01JD0000000000000000000001' })).toBe(false);
    expect(isValid({ ...link, expiresAt: new Date(end + 1).toISOString() })).toBe(false);
    expect(isValid(claimed(oneTimeToken(Buffer.alloc(32, 8), subject)))).toBe(false);
  });

  test('equal subjects have equal tokens, so an e-mail that is sent again has the same link', () => {
    expect(oneTimeToken(key, { ...subject })).toBe(oneTimeToken(key, subject));
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  graceSeconds,
  newSession,
  refreshed,
  sessionLifetimeSeconds,
  tokenExpiry,
  tokenState,
} from '#lib/access/auth/rules/sessions.ts';
import { type StoredSession, tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';

const login = new Date('2026-03-01T08:00:00.000Z');
const at = (seconds: number): Date => addSeconds(login, seconds);
const owner = { userId: newId('user', login), passwordVersion: 3 };

describe('tokenState', () => {
  test('a token is current until its refresh, replaced for 10 seconds, and then reused', () => {
    const first = newSession(owner, login);
    const second = refreshed(first, at(100));
    expect(tokenState(first, first.tokenId, at(100))).toBe('current');
    expect(tokenState(second, second.tokenId, at(100))).toBe('current');
    expect(tokenState(second, first.tokenId, at(100))).toBe('replaced');
    expect(tokenState(second, first.tokenId, at(109.999))).toBe('replaced');
    expect(tokenState(second, first.tokenId, at(100 + graceSeconds))).toBe('reused');
  });

  test('every token of a session has the state that follows from the time of its own refresh', () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(pauses, fc.nat(30), (seconds, wait) => {
        let [session, time] = [newSession(owner, login), 0];
        const ended: { readonly tokenId: string; readonly refreshedAt: number }[] = [];
        for (const pause of seconds) {
          time += pause;
          ended.push({ tokenId: session.tokenId, refreshedAt: time });
          session = refreshed(session, at(time));
        }
        for (const { tokenId, refreshedAt } of ended) {
          const expected = time + wait - refreshedAt < graceSeconds ? 'replaced' : 'reused';
          expect(tokenState(session, tokenId, at(time + wait))).toBe(expected);
        }
      }),
    );
  });

  test('a thief who refreshes every few seconds cannot hide the reuse of the stolen token', () => {
    const stolen = newSession(owner, login);
    let session = stolen;
    for (let time = 0; time < 60; time += 2) session = refreshed(session, at(time));
    expect(tokenState(session, stolen.tokenId, at(60))).toBe('reused');
  });

  test('a refresh forgets the tokens that were replaced 10 seconds ago, and keeps those one millisecond younger', () => {
    const first = newSession(owner, login);
    const second = refreshed(first, at(100));
    const kept = (seconds: number) => refreshed(second, at(seconds)).replaced.map(({ tokenId }) => tokenId);
    expect(kept(109.999)).toEqual([first.tokenId, second.tokenId]);
    expect(kept(110)).toEqual([second.tokenId]);
  });

  test('a session stays small when it is refreshed many times in one second', () => {
    let session: StoredSession = newSession(owner, login);
    for (let index = 0; index < 500; index += 1) session = refreshed(session, login);
    expect(session.replaced).toHaveLength(10);
  });
});

describe('tokenExpiry', () => {
  test('a token is valid for 24 hours, but never longer than 30 days after the login', () => {
    const session = newSession(owner, login);
    fc.assert(
      fc.property(fc.nat(sessionLifetimeSeconds), (seconds) => {
        const expected = Math.min(seconds + tokenLifetimeSeconds, sessionLifetimeSeconds);
        expect(tokenExpiry(session, at(seconds))).toEqual(at(expected));
      }),
    );
  });

  test('a refresh does not move the end of the session', () => {
    const session = refreshed(newSession(owner, login), at(29.5 * 86_400));
    expect(tokenExpiry(session, at(29.5 * 86_400))).toEqual(at(30 * 86_400));
  });
});

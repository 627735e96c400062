import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/schedules/rotate-keys.ts';
import { rotationSeconds, signingKeysDocument } from '#lib/auth/rules/signing-keys.ts';
import { type KeyStore, revokeKey, rotateKeys } from '#lib/auth/store/rotate-signing-keys.ts';
import { newSigningKey } from '#lib/auth/store/signing-keys.ts';
import { secretKeyStore } from '#lib/auth/store/signing-keys-secret.ts';
import { environment } from '#lib/shared/environment.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import {
  currentOf,
  type FakeSecret,
  failure,
  fakeSecretsManager,
  plainly,
} from '#test/support/secrets-manager.ts';

const secretsManager = await fakeSecretsManager();
Object.assign(process.env, secretsManager.environment);

const start = new Date('2026-03-01T08:00:00.000Z');
let secrets = 0;
let secret: FakeSecret;
let store: KeyStore;
let clock: FakeClock;

/** Every test has a secret of its own, as Secrets Manager generates it. */
beforeEach(() => {
  secrets += 1;
  const { secret: generated } = newSigningKey();
  secret = secretsManager.add(`signing-keys-${secrets}`, JSON.stringify({ kid: 'first', secret: generated }));
  secretsManager.around = plainly;
  secretsManager.calls.length = 0;
  Object.assign(environment, { SIGNING_KEYS_SECRET: secret.ARN });
  store = secretKeyStore(secret.ARN);
  clock = fakeClock(start);
});

const kids = () => signingKeysDocument.parse(JSON.parse(currentOf(secret))).keys.map(({ kid }) => kid);

describe('the scheduled rotation', () => {
  test('publishes the key that follows the first one, and then nothing for thirty days', async () => {
    await handler();
    const [next, ...others] = kids();
    expect(others).toEqual(['first']);
    for (let run = 0; run < 3; run += 1) await handler();
    expect(kids()).toEqual([next, 'first']);
    clock.advance(rotationSeconds);
    await handler();
    expect(kids()).toEqual([next]);
    clock.advance(3600);
    await handler();
    expect(kids()).toHaveLength(2);
    expect(kids()[1]).toBe(next);
  });

  test('keeps the first key as it was generated', async () => {
    const before = JSON.parse(currentOf(secret));
    await handler();
    expect(JSON.parse(currentOf(secret)).keys[1]).toMatchObject(before);
  });

  test('writes no version where there is nothing to do', async () => {
    await handler();
    secretsManager.calls.length = 0;
    await handler();
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
  });

  test('of two at once publishes one key', async () => {
    await Promise.all([handler(), handler(), handler()]);
    expect(kids()).toHaveLength(2);
  });

  test('a rotation by hand and a revocation at once all count', async () => {
    await handler();
    clock.advance(3600);
    const [next = ''] = kids();
    await Promise.all([handler(), revokeKey(store, 'first', clock.now()), rotateKeys(store, clock.now())]);
    expect(kids()).toHaveLength(2);
    expect(kids()).toContain(next);
    expect(kids()).not.toContain('first');
  });
});

describe('a rotation that is cut off', () => {
  const die = async () => {
    throw failure('AccessDeniedException');
  };

  test.each(['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'])(
    'before %s leaves the keys as they were, and the next one makes it good',
    async (action) => {
      secretsManager.around = (called, call) => (called === action ? die() : plainly(called, call));
      await expect(handler()).rejects.toThrow('AccessDenied');
      expect(kids()).toEqual(['first']);
      secretsManager.around = plainly;
      await handler();
      expect(kids()).toHaveLength(2);
    },
  );

  test('by a lost answer has been made once', async () => {
    let lost = 0;
    secretsManager.around = async (called, call) => {
      const answer = call();
      if (called === 'GetSecretValue' || lost > 1) return answer;
      lost += 1;
      throw failure('InternalServiceError');
    };
    await handler();
    expect(lost).toBe(2);
    expect(kids()).toHaveLength(2);
    expect(secret.versions).toHaveLength(2);
  });

  test('again and again leaves no label behind but one', async () => {
    secretsManager.around = (called, call) =>
      called === 'UpdateSecretVersionStage' ? die() : plainly(called, call);
    for (let run = 0; run < 3; run += 1) await expect(handler()).rejects.toThrow();
    const labels = secret.versions.map((version) => [...version.labels]);
    expect(labels).toEqual([['AWSCURRENT'], [], [], ['PROPOSED']]);
  });
});

test('a rotation fails where Secrets Manager stays away, so that it is tried again and then kept', async () => {
  secretsManager.around = async () => {
    throw failure('InternalServiceError');
  };
  await expect(handler()).rejects.toThrow('InternalServiceError');
});

test('a document that cannot be read is left as it is', async () => {
  const broken = secretsManager.add('broken', '{"keys": []}');
  Object.assign(environment, { SIGNING_KEYS_SECRET: broken.ARN });
  await expect(handler()).rejects.toThrow();
  expect(currentOf(broken)).toBe('{"keys": []}');
});

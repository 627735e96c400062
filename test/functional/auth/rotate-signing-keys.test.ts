import { beforeEach, describe, expect, test } from 'vitest';
import { handler } from '#functions/schedules/rotate-keys.ts';
import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import { storedPublishedKeys } from '#lib/access/auth/rules/published-keys.ts';
import { rotationSeconds, signingKeysDocument } from '#lib/access/auth/rules/signing-keys.ts';
import { type KeyStore, revokeKey, rotateKeys } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { secretsManagerKeyStore } from '#lib/access/auth/store/signing-keys-secret.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import {
  currentValueOf,
  type FakeSecret,
  fakeSecretsManager,
  passThrough,
  serviceError,
} from '#test/support/secrets-manager.ts';

const secretsManager = await fakeSecretsManager();
Object.assign(process.env, secretsManager.environment);

const start = new Date('2026-03-01T08:00:00.000Z');
let secrets = 0;
let secret: FakeSecret;
let store: KeyStore;
let clock: FakeClock;

/** Each test has its own secret, in the format that Secrets Manager generates. */
beforeEach(() => {
  secrets += 1;
  const { secret: generated } = newKeyMaterial();
  secret = secretsManager.add(`signing-keys-${secrets}`, JSON.stringify({ kid: 'first', secret: generated }));
  secretsManager.around = passThrough;
  secretsManager.calls.length = 0;
  Object.assign(environment, { SIGNING_KEYS_SECRET: secret.ARN });
  store = secretsManagerKeyStore(secret.ARN);
  clock = fakeClock(start);
});

const kids = () => signingKeysDocument.parse(JSON.parse(currentValueOf(secret))).keys.map(({ kid }) => kid);

const publishedKids = async () => {
  const found = storedPublishedKeys.parse(await getItem(keys.publishedKeys()));
  return found.keys.map(({ kid }) => kid);
};

describe('the scheduled key rotation', () => {
  test('publishes the keys of the document in the table, also those of a change that was interrupted before', async () => {
    await handler();
    expect(await publishedKids()).toEqual(kids());
    await transact([{ kind: 'delete', key: keys.publishedKeys() }]);
    await handler();
    expect(await publishedKids()).toEqual(kids());
  });

  test('publishes the next key on its first run and another key after 30 days', async () => {
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

  test('keeps the first key unchanged', async () => {
    const before = JSON.parse(currentValueOf(secret));
    await handler();
    expect(JSON.parse(currentValueOf(secret)).keys[1]).toMatchObject(before);
  });

  test('writes no secret version when no key is due', async () => {
    await handler();
    secretsManager.calls.length = 0;
    await handler();
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
  });

  test('publishes one key when several runs overlap', async () => {
    await Promise.all([handler(), handler(), handler()]);
    expect(kids()).toHaveLength(2);
  });

  test('keeps the effects of a manual rotation and a revocation that run at the same time', async () => {
    await handler();
    clock.advance(3600);
    const [next = ''] = kids();
    await Promise.all([handler(), revokeKey(store, 'first', clock.now()), rotateKeys(store, clock.now())]);
    expect(kids()).toHaveLength(2);
    expect(kids()).toContain(next);
    expect(kids()).not.toContain('first');
  });
});

describe('an interrupted key rotation', () => {
  const denyAccess = async () => {
    throw serviceError('AccessDeniedException');
  };

  test.each(['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage'])(
    'leaves the keys unchanged when %s fails, and the next run completes it',
    async (action) => {
      secretsManager.around = (called, call) =>
        called === action ? denyAccess() : passThrough(called, call);
      await expect(handler()).rejects.toThrow('AccessDenied');
      expect(kids()).toEqual(['first']);
      secretsManager.around = passThrough;
      await handler();
      expect(kids()).toHaveLength(2);
    },
  );

  test('publishes one key when the first response of each action of Secrets Manager is lost', async () => {
    const lost: string[] = [];
    secretsManager.around = async (called, call) => {
      const answer = call();
      if (called === 'GetSecretValue' || lost.includes(called)) return answer;
      lost.push(called);
      throw serviceError('InternalServiceError');
    };
    expect((await rotateKeys(store, clock.now())).isChanged).toBe(true);
    expect(lost).toEqual(['PutSecretValue', 'UpdateSecretVersionStage']);
    expect(kids()).toHaveLength(2);
    expect(secret.versions).toHaveLength(2);
  });

  test('leaves one version labeled PROPOSED after several interruptions', async () => {
    secretsManager.around = (called, call) =>
      called === 'UpdateSecretVersionStage' ? denyAccess() : passThrough(called, call);
    for (let run = 0; run < 3; run += 1) await expect(handler()).rejects.toThrow();
    const labels = secret.versions.map((version) => [...version.labels]);
    expect(labels).toEqual([['AWSCURRENT'], [], [], ['PROPOSED']]);
  });
});

test('the key rotation fails when Secrets Manager is unavailable, so that Lambda retries it', async () => {
  secretsManager.around = async () => {
    throw serviceError('InternalServiceError');
  };
  await expect(handler()).rejects.toThrow('InternalServiceError');
});

test('the key rotation leaves an invalid key document unchanged', async () => {
  const broken = secretsManager.add('broken', '{"keys": []}');
  Object.assign(environment, { SIGNING_KEYS_SECRET: broken.ARN });
  await expect(handler()).rejects.toThrow();
  expect(currentValueOf(broken)).toBe('{"keys": []}');
});

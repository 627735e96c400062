// Warm-up of a function before its first request: one table call, one read of the signing keys, and a time limit.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

import { loadHandler } from '#infra/local/handlers.ts';
import { routes } from '#lib/api/routes.ts';
import { warmUp } from '#lib/http/warm-up.ts';
import { environment } from '#lib/shared/environment.ts';
import { faults } from '#test/support/faulty-engine.ts';
import { failure, fakeSecretsManager, plainly } from '#test/support/secrets-manager.ts';
import { sourcesIn } from '#test/support/sources.ts';

const secretsManager = await fakeSecretsManager();
Object.assign(process.env, secretsManager.environment);
const { newSigningKey, signingKeys } = await import('#lib/auth/store/signing-keys.ts');
const secret = secretsManager.add('signing-keys', JSON.stringify({ keys: [newSigningKey()] }));
const { SIGNING_KEYS_FILE } = environment;

beforeEach(() => {
  Object.assign(environment, { SIGNING_KEYS_FILE: undefined, SIGNING_KEYS_SECRET: secret.ARN });
  secretsManager.around = plainly;
  secretsManager.calls.length = 0;
});
afterEach(() => {
  Object.assign(environment, { SIGNING_KEYS_FILE });
  engine.heal();
});

const fullWarmUp = { probe: 'BatchGetItem', readsSigningKeys: true } as const;
const limitMilliseconds = 400;
const tableCalls = () =>
  ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'TransactWriteItems'].flatMap((operation) =>
    engine.callsOf(operation).map(() => operation),
  );

async function millisecondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

// These tests run first, because the hanging calls of later tests are retried.
describe('handlers outside Lambda', () => {
  test('loading the handlers makes no calls', async () => {
    await Promise.all(routes.map(loadHandler));
    expect([...tableCalls(), ...secretsManager.calls]).toEqual([]);
  });

  test('only the entry of a bundle imports the warm-up', () => {
    const importing = ['lib', 'functions', 'infra']
      .flatMap(sourcesIn)
      .filter(({ imports }) => imports.some(({ target }) => target.endsWith('/warm-up.ts')));
    expect(importing.map(({ path }) => path)).toEqual([]);
  });
});

describe('warm-up with a failing service', () => {
  test('ignores errors of the table and of Secrets Manager', async () => {
    engine.fail(faults.internal);
    secretsManager.around = async () => {
      throw failure('AccessDeniedException');
    };
    expect(await warmUp(fullWarmUp)).toBeUndefined();
  });

  test('waits no longer than the limit for a table that hangs', async () => {
    engine.fail(faults.hung);
    const milliseconds = await millisecondsOf(() => warmUp({ ...fullWarmUp, readsSigningKeys: false }));
    expect(milliseconds).toBeGreaterThan(limitMilliseconds - 50);
    expect(milliseconds).toBeLessThan(limitMilliseconds * 3);
  });

  test('waits no longer than the limit for a Secrets Manager that hangs', async () => {
    secretsManager.around = () => new Promise(() => {});
    expect(await millisecondsOf(() => warmUp({ probe: undefined, readsSigningKeys: true }))).toBeLessThan(
      limitMilliseconds * 3,
    );
  });
});

describe('successful warm-up', () => {
  test('calls the table once with the action that the role allows', async () => {
    await warmUp({ probe: 'BatchGetItem', readsSigningKeys: false });
    expect(tableCalls()).toEqual(['BatchGetItem']);
    engine.heal();
    await warmUp({ probe: 'GetItem', readsSigningKeys: false });
    expect(tableCalls()).toEqual(['GetItem']);
    expect(secretsManager.calls).toEqual([]);
  });

  test('reads the signing keys once and keeps them for the first request', async () => {
    await warmUp(fullWarmUp);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
    expect(await signingKeys()).toHaveLength(1);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
  });
});

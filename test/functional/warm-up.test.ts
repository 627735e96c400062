// What a function does before its first request: one call of the table, one for the keys, and never a late start.
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

const everything = { probe: 'BatchGetItem', readsSigningKeys: true } as const;
const limitMilliseconds = 400;
const callsOfTheTable = () =>
  ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'TransactWriteItems'].flatMap((operation) =>
    engine.callsOf(operation).map(() => operation),
  );

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

// First, because what hangs below is sent again later.
describe('outside Lambda', () => {
  test('handlers that are loaded ask nothing of anyone', async () => {
    await Promise.all(routes.map(loadHandler));
    expect([...callsOfTheTable(), ...secretsManager.calls]).toEqual([]);
  });

  test('nothing but the entry of a bundle warms anything up', () => {
    const importing = ['lib', 'functions', 'infra']
      .flatMap(sourcesIn)
      .filter(({ imports }) => imports.some(({ target }) => target.endsWith('/warm-up.ts')));
    expect(importing.map(({ path }) => path)).toEqual([]);
  });
});

describe('where a service fails', () => {
  test('neither a table nor a Secrets Manager that refuses is anyone’s business yet', async () => {
    engine.fail(faults.internal);
    secretsManager.around = async () => {
      throw failure('AccessDeniedException');
    };
    expect(await warmUp(everything)).toBeUndefined();
  });

  test('a table that does not answer delays the start for no longer than the limit', async () => {
    engine.fail(faults.hung);
    const milliseconds = await timeOf(() => warmUp({ ...everything, readsSigningKeys: false }));
    expect(milliseconds).toBeGreaterThan(limitMilliseconds - 50);
    expect(milliseconds).toBeLessThan(limitMilliseconds * 3);
  });

  test('a Secrets Manager that does not answer neither', async () => {
    secretsManager.around = () => new Promise(() => {});
    expect(await timeOf(() => warmUp({ probe: undefined, readsSigningKeys: true }))).toBeLessThan(
      limitMilliseconds * 3,
    );
  });
});

describe('where all is well', () => {
  test('the table is asked once, by the action that the role allows', async () => {
    await warmUp({ probe: 'BatchGetItem', readsSigningKeys: false });
    expect(callsOfTheTable()).toEqual(['BatchGetItem']);
    engine.heal();
    await warmUp({ probe: 'GetItem', readsSigningKeys: false });
    expect(callsOfTheTable()).toEqual(['GetItem']);
    expect(secretsManager.calls).toEqual([]);
  });

  test('the keys are read, and are there for the first request', async () => {
    await warmUp(everything);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
    expect(await signingKeys()).toHaveLength(1);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
  });
});

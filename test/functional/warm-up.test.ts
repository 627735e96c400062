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
import { fakeSecretsManager, passThrough, serviceError } from '#test/support/secrets-manager.ts';
import { sourcesIn } from '#test/support/sources.ts';

const secretsManager = await fakeSecretsManager();
Object.assign(process.env, secretsManager.environment);
const { newSigningKey, signingKeys } = await import('#lib/auth/store/signing-keys.ts');
const secret = secretsManager.add('signing-keys', JSON.stringify({ keys: [newSigningKey()] }));
const { SIGNING_KEYS_FILE } = environment;

beforeEach(() => {
  Object.assign(environment, { SIGNING_KEYS_FILE: undefined, SIGNING_KEYS_SECRET: secret.ARN });
  secretsManager.around = passThrough;
  secretsManager.calls.length = 0;
});
afterEach(() => {
  Object.assign(environment, { SIGNING_KEYS_FILE });
  engine.heal();
});

const fullWarmUp = { probe: 'BatchGetItem', readsSigningKeys: true } as const;
/** The default limit of a warm-up, in milliseconds. */
const limit = 400;
/** For tests in which every service answers: a busy machine must not reach the limit. */
const noLimit = 60_000;
const tableCalls = () =>
  ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'TransactWriteItems'].flatMap((operation) =>
    engine.callsOf(operation).map(() => operation),
  );

/** Runs a warm-up on fake timers, and returns whether it has ended just before the limit and at the limit. */
async function endsAtLimit(work: () => Promise<void>): Promise<readonly [before: boolean, at: boolean]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let hasEnded = false;
    const ended = work().then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(limit - 1);
    const before = hasEnded;
    await vi.advanceTimersByTimeAsync(1);
    const at = hasEnded;
    vi.useRealTimers();
    await ended;
    return [before, at];
  } finally {
    vi.useRealTimers();
  }
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
      throw serviceError('AccessDeniedException');
    };
    expect(await warmUp(fullWarmUp, noLimit)).toBeUndefined();
  });

  test('waits no longer than the limit for a table that hangs', async () => {
    engine.fail(faults.hung);
    expect(await endsAtLimit(() => warmUp({ ...fullWarmUp, readsSigningKeys: false }))).toEqual([
      false,
      true,
    ]);
  });

  test('a Secrets Manager that does not answer delays the start for no longer than the limit', async () => {
    secretsManager.around = () => new Promise(() => {});
    const ends = await endsAtLimit(() => warmUp({ probe: undefined, readsSigningKeys: true }));
    expect(ends).toEqual([false, true]);
  });
});

describe('where all is well', () => {
  test('the table is asked once, by the action that the role allows', async () => {
    await warmUp({ probe: 'BatchGetItem', readsSigningKeys: false }, noLimit);
    expect(tableCalls()).toEqual(['BatchGetItem']);
    engine.heal();
    await warmUp({ probe: 'GetItem', readsSigningKeys: false }, noLimit);
    expect(tableCalls()).toEqual(['GetItem']);
    expect(secretsManager.calls).toEqual([]);
  });

  test('the keys are read, and are there for the first request', async () => {
    await warmUp(fullWarmUp, noLimit);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
    expect(await signingKeys()).toHaveLength(1);
    expect(secretsManager.calls).toEqual(['GetSecretValue']);
  });
});

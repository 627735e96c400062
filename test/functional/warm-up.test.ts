// Tests the warm-up of a function before its first request: one table call, one read of the signing keys, and a time limit.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine(),
);

import { loadHandler } from '#infra/local/handlers.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { probeTable } from '#lib/foundation/table/probe.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { warmUp } from '#lib/surface/http/warm-up.ts';
import { faults } from '#test/support/faulty-engine.ts';
import { fakeSecretsManager, passThrough, serviceError } from '#test/support/secrets-manager.ts';
import { sourcesIn } from '#test/support/sources.ts';

const secretsManager = await fakeSecretsManager();
Object.assign(process.env, secretsManager.environment);
const { newKeyMaterial } = await import('#lib/access/auth/rules/key-pairs.ts');
const { signingKeys } = await import('#lib/access/auth/store/private-keys.ts');
const { cursorSecrets, readPublishedKeys } = await import('#lib/access/auth/store/published-keys.ts');
const secret = secretsManager.add('signing-keys', JSON.stringify(newKeyMaterial()));
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

/** The warm-up of a function that signs tokens. */
const fullWarmUp = [readPublishedKeys, signingKeys];
/** The default limit of a warm-up, in milliseconds. */
const limit = 400;
/** The limit for tests in which every service responds, because a busy machine must not reach the limit. */
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
describe('a handler outside Lambda', () => {
  test('makes no calls when it is loaded', async () => {
    await Promise.all(routes.map(loadHandler));
    expect([...tableCalls(), ...secretsManager.calls]).toEqual([]);
  });

  test('does not import the warm-up, which only the entry of a bundle imports', () => {
    const importing = ['lib', 'functions', 'infra']
      .flatMap(sourcesIn)
      .filter(({ imports }) => imports.some(({ target }) => target.endsWith('/warm-up.ts')));
    expect(importing.map(({ path }) => path)).toEqual([]);
  });
});

describe('the warm-up with a failing service', () => {
  test('ignores errors of the table and of Secrets Manager', async () => {
    engine.fail(faults.internal);
    secretsManager.around = async () => {
      throw serviceError('AccessDeniedException');
    };
    expect(await warmUp(fullWarmUp, noLimit)).toBeUndefined();
  });

  test('waits no longer than the limit for a table that hangs', async () => {
    engine.fail(faults.hung);
    expect(await endsAtLimit(() => warmUp([readPublishedKeys]))).toEqual([false, true]);
  });

  test('waits no longer than the limit for a Secrets Manager that hangs', async () => {
    secretsManager.around = () => new Promise(() => {});
    const ends = await endsAtLimit(() => warmUp([signingKeys]));
    expect(ends).toEqual([false, true]);
  });
});

describe('the warm-up with healthy services', () => {
  test('makes one table call, with the action that the role allows', async () => {
    await warmUp([readPublishedKeys], noLimit);
    expect(tableCalls()).toEqual(['BatchGetItem']);
    engine.heal();
    await warmUp([probeTable], noLimit);
    expect(tableCalls()).toEqual(['GetItem']);
    expect(secretsManager.calls).toEqual([]);
  });

  test('reads the keys once and keeps them for the first request', async () => {
    await warmUp(fullWarmUp, noLimit);
    expect([tableCalls(), secretsManager.calls]).toEqual([['BatchGetItem'], ['GetSecretValue']]);
    expect((await signingKeys()).keys).toHaveLength(1);
    expect(cursorSecrets(new Date())).toHaveLength(1);
    expect([tableCalls(), secretsManager.calls]).toEqual([['BatchGetItem'], ['GetSecretValue']]);
  });
});

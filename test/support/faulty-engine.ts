// Injects DynamoDB faults by rule, with a proxy in front of the engine.
import { afterEach, beforeEach, vi } from 'vitest';
import { deployedEndpoint } from './deployed-endpoint.ts';
import { startEngineProxy } from './engine-proxy.ts';
import type { Call, Fault } from './faults.ts';

export { conflictOn, type Fault, faults } from './faults.ts';

interface Rule {
  readonly fault: Fault;
  readonly matches: (call: Call) => boolean;
  left: number;
}

/**
 * Replaces the engine's endpoint by a proxy and resets all modules. Call it before the modules that a test file imports:
 * `const engine = await vi.hoisted(async () => (await import('#test/support/faulty-engine.ts')).startFaultyEngine())`.
 * With `hangs`, requests time out as early as in production, for tests that wait for a timeout.
 */
export async function startFaultyEngine({ hangs = false }: { readonly hangs?: boolean } = {}) {
  const rules: Rule[] = [];
  const calls: Call[] = [];

  const decide = (call: Call): Fault | undefined => {
    calls.push(call);
    const rule = rules.find((candidate) => candidate.left > 0 && candidate.matches(call));
    if (rule !== undefined) rule.left -= 1;
    return rule?.fault;
  };
  const proxy = await startEngineProxy({ engine: process.env.DYNAMODB_ENDPOINT ?? '', decide });
  const variables = hangs ? deployedEndpoint(proxy.endpoint) : { DYNAMODB_ENDPOINT: proxy.endpoint };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();

  return {
    /** Fails the next calls of an operation (default: all operations). `times` defaults to no limit. */
    fail(
      fault: Fault,
      { operation, containing = '', times = Number.POSITIVE_INFINITY }: FailureOptions = {},
    ): void {
      const matches = (call: Call) =>
        (operation === undefined || operation === call.operation) && call.body.includes(containing);
      rules.push({ fault, matches, left: times });
    },
    heal(): void {
      rules.length = 0;
      calls.length = 0;
    },
    /** The calls of an operation since the last `heal`, including failed ones. */
    callsOf: (operation: string): readonly Call[] => calls.filter((call) => call.operation === operation),
  };
}

interface FailureOptions {
  readonly operation?: string;
  readonly containing?: string;
  readonly times?: number;
}

/** Removes all faults after each test, and minimizes the random backoff between retries. */
export function healBetweenTests(engine: { heal(): void }): void {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    engine.heal();
    vi.restoreAllMocks();
  });
}

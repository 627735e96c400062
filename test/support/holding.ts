// Functions that stop for a while before one of their calls to the table, and go on when others have gone past them: as a
// process does that was frozen.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { documentClient } from '#lib/table/client.ts';

export interface Held<Result> {
  /** Whether it has come to that call; else to its end. */
  readonly isHeld: Promise<boolean>;
  /** Lets it go on, and answers its result. */
  readonly release: () => Promise<Result>;
}

interface Run {
  calls: number;
}

/** Runs work that stops before one of its calls, the first of which is 1. */
export function heldAt<Result>(call: number, work: () => Promise<Result>): Held<Result> {
  const runs = new AsyncLocalStorage<Run>();
  const sendCommand = documentClient.send.bind(documentClient);
  const [reached, released] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const spy = vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    const run = runs.getStore();
    if (run !== undefined) {
      run.calls += 1;
      if (run.calls === call) {
        reached.resolve(true);
        await released.promise;
      }
    }
    return Reflect.apply(sendCommand, undefined, args);
  });
  const result = runs.run({ calls: 0 }, work).finally(() => reached.resolve(false));
  return {
    isHeld: reached.promise,
    release: async () => {
      released.resolve();
      try {
        return await result;
      } finally {
        spy.mockRestore();
      }
    },
  };
}

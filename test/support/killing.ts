// Functions that are killed: before or after any of their calls to the table, and from then on they make no other.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import { type Chance, chanceOf } from '#infra/local/demo/random.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { documentClient } from '#lib/table/client.ts';

interface Run {
  isDead: boolean;
}

/** As the SDK says that a call was cut off. */
const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });

export interface Killer {
  /** Runs a function as one that may be killed; answers whether it has come to its end. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly kills: () => number;
  readonly calls: () => number;
}

/** Kills so many runs, one about every so many calls. */
export function killer(chance: Chance, { kills, every }: { kills: number; every: number }): Killer {
  const runs = new AsyncLocalStorage<Run>();
  const sendCommand = documentClient.send.bind(documentClient);
  let [done, calls, next] = [0, 0, chance.between(1, 2 * every)];
  vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    const run = runs.getStore();
    if (run === undefined) return Reflect.apply(sendCommand, undefined, args);
    if (run.isDead) throw killed();
    calls += 1;
    if (done === kills || calls < next) return Reflect.apply(sendCommand, undefined, args);
    [done, next, run.isDead] = [done + 1, calls + chance.between(1, 2 * every), true];
    if (chance.next() < 0.5) await Reflect.apply(sendCommand, undefined, args);
    throw killed();
  });
  return {
    kills: () => done,
    calls: () => calls,
    run: async (work) => {
      const run: Run = { isDead: false };
      try {
        await runs.run(run, work);
        return true;
      } catch (error) {
        // Whoever is overtaken each time gives up, and its batch comes again.
        if (run.isDead || (error instanceof DomainError && error.code === 'unavailable')) return false;
        throw error;
      }
    },
  };
}

export type Moment = 'before' | 'after';

/** Kills work before or after one of its calls, the first of which is 1; answers whether it came to its end before that. */
export async function dyingAt(call: number, when: Moment, work: () => Promise<unknown>): Promise<boolean> {
  const chance = { ...chanceOf(0), between: () => call, next: () => (when === 'before' ? 1 : 0) };
  const { run, kills } = killer(chance, { kills: 1, every: 1 });
  await run(work);
  vi.mocked(documentClient.send).mockRestore();
  return kills() === 0;
}

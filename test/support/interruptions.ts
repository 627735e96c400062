// Functions that are interrupted at a call to the table: killed before or after it, from when on they make no other; or held
// before it for a while, to go on when others have gone past them, as a process does that was frozen.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Chance } from '#infra/local/demo/random.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { documentClient } from '#lib/table/client.ts';
import type { Moment } from './faults.ts';

/** A function under way. */
interface Run {
  /** How many it has made, this one included. */
  calls: number;
  isDead: boolean;
}

/** What becomes of a call, unless it is just made: when its function is killed, or until when it is held. */
type Interruption = Moment | Promise<void>;

/** Of a client's commands, those that count. */
export type Which = (command: unknown) => boolean;

/** As the SDK says that a call was cut off. */
const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });

/** Interrupts functions as it is told at each of their calls; who is not run here goes on undisturbed. */
function interrupting(interruptionOf: (run: Run) => Interruption | undefined, counts: Which = () => true) {
  const runs = new AsyncLocalStorage<Run>();
  const sendCommand = documentClient.send.bind(documentClient);
  const spy = vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
    const make = () => Reflect.apply(sendCommand, undefined, args);
    const run = runs.getStore();
    if (run === undefined) return make();
    if (run.isDead) throw killed();
    if (!counts(args[0])) return make();
    run.calls += 1;
    const interruption = interruptionOf(run);
    if (interruption === undefined) return make();
    if (typeof interruption !== 'string') {
      await interruption;
      return make();
    }
    run.isDead = true;
    if (interruption === 'after') await make();
    throw killed();
  });
  return {
    run: <Result>(run: Run, work: () => Promise<Result>): Promise<Result> => runs.run(run, work),
    end: (): void => spy.mockRestore(),
  };
}

const newRun = (): Run => ({ calls: 0, isDead: false });

/** Whoever is overtaken each time gives up, and its batch comes again. */
const hasGivenUp = (error: unknown): boolean => error instanceof DomainError && error.code === 'unavailable';

export interface Killer {
  /** Runs a function as one that may be killed; answers whether it has come to its end. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly kills: () => number;
  readonly calls: () => number;
}

/** Kills so many runs, one about every so many calls. */
export function killer(chance: Chance, { kills, every }: { kills: number; every: number }): Killer {
  let [done, calls, next] = [0, 0, chance.between(1, 2 * every)];
  const { run } = interrupting(() => {
    calls += 1;
    if (done === kills || calls < next) return undefined;
    [done, next] = [done + 1, calls + chance.between(1, 2 * every)];
    return chance.next() < 0.5 ? 'after' : 'before';
  });
  return {
    kills: () => done,
    calls: () => calls,
    run: async (work) => {
      const own = newRun();
      try {
        await run(own, work);
        return true;
      } catch (error) {
        if (own.isDead || hasGivenUp(error)) return false;
        throw error;
      }
    },
  };
}

/**
 * Runs work that dies before or after one of its calls, of those that count; the first of them is 1. Answers what it does,
 * and whether it died: work may answer all the same, that the service is busy.
 */
export async function dying<Result>(
  work: () => Promise<Result>,
  { call, moment, counts }: { call: number; moment: Moment; counts?: Which },
): Promise<{ readonly answer: Result; readonly hasDied: boolean }> {
  const own = newRun();
  const { run, end } = interrupting(({ calls }) => (calls === call ? moment : undefined), counts);
  try {
    const answer = await run(own, work);
    return { answer, hasDied: own.isDead };
  } finally {
    end();
  }
}

/** Has a request die before or after one of its calls; answers whether it came to its end before that. */
export const dyingAt = async (
  call: number,
  moment: Moment,
  request: () => Promise<unknown>,
): Promise<boolean> => !(await dying(request, { call, moment })).hasDied;

export interface Held<Result> {
  /** Whether it has come to that call; else to its end. */
  readonly isHeld: Promise<boolean>;
  /** Lets it go on, and answers its result. */
  readonly release: () => Promise<Result>;
}

/** Runs work that stops before one of its calls, the first of which is 1. */
export function heldAt<Result>(call: number, work: () => Promise<Result>): Held<Result> {
  const [reached, released] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const { run, end } = interrupting(({ calls }) => {
    if (calls !== call) return undefined;
    reached.resolve(true);
    return released.promise;
  });
  const result = run(newRun(), work).finally(() => reached.resolve(false));
  return {
    isHeld: reached.promise,
    release: async () => {
      released.resolve();
      try {
        return await result;
      } finally {
        end();
      }
    },
  };
}

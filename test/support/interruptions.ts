// Interrupts functions at a call to the table: kills them before or after it, or pauses them like a frozen process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Moment } from './faults.ts';

interface Run {
  /** Calls so far, including the current one. */
  calls: number;
  isDead: boolean;
}

/** The moment of the kill, or the promise that resumes the function. */
type Interruption = Moment | Promise<void>;

/** Selects the operations that count as calls. */
export type CallFilter = (operation: unknown, input: unknown) => boolean;

export const isTransaction: CallFilter = (operation) => operation === 'TransactWriteItems';

/** The error of an aborted call. */
const killed = () => Object.assign(new Error('The function was killed'), { name: 'AbortError' });

/** Interrupts only the functions that are run through the returned `run`. */
function interrupting(
  interruptionOf: (run: Run) => Interruption | undefined,
  counts: CallFilter = () => true,
) {
  const runs = new AsyncLocalStorage<Run>();
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const make = () => Reflect.apply(sendCommand, undefined, args);
    const run = runs.getStore();
    if (run === undefined) return make();
    if (run.isDead) throw killed();
    if (!counts(args[0], args[1])) return make();
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

/** Whether a function gave up because it lost every race. Lambda then delivers its batch again. */
const hasGivenUp = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unavailable';

export interface Killer {
  /** Runs a function that may be killed. Returns whether it completed. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly kills: () => number;
  readonly calls: () => number;
}

/** Decides for each call whether its run is killed. */
function killing(random: Random, isKilled: (run: Run) => boolean): Killer {
  let [kills, calls] = [0, 0];
  const { run } = interrupting((current) => {
    calls += 1;
    if (!isKilled(current)) return undefined;
    kills += 1;
    return random.next() < 0.5 ? 'after' : 'before';
  });
  return {
    kills: () => kills,
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

/** Kills `kills` runs in total, on average one in every `every` calls. */
export function killer(random: Random, { kills, every }: { kills: number; every: number }): Killer {
  let [done, calls, next] = [0, 0, random.between(1, 2 * every)];
  return killing(random, () => {
    calls += 1;
    if (done === kills || calls < next) return false;
    [done, next] = [done + 1, calls + random.between(1, 2 * every)];
    return true;
  });
}

/** Kills this share of the runs at one of their first calls, so that runs with many calls also complete. */
export function killerOfRuns(
  random: Random,
  { share, firstCalls }: { share: number; firstCalls: number },
): Killer {
  const lastCalls = new WeakMap<Run, number>();
  return killing(random, (run) => {
    const drawn = random.next() < share ? random.between(1, firstCalls) : 0;
    const last = lastCalls.get(run) ?? drawn;
    lastCalls.set(run, last);
    return run.calls === last;
  });
}

/**
 * Kills the work before or after one of its counted calls (the first is 1). Also returns whether the work died, because a killed
 * request may still return a 503.
 */
export async function runAndKill<Result>(
  work: () => Promise<Result>,
  { call, moment, counts }: { call: number; moment: Moment; counts?: CallFilter },
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

/** Kills a request before or after one of its calls. Returns true if the request completed without reaching that call. */
export const completesBeforeKill = async (
  call: number,
  moment: Moment,
  request: () => Promise<unknown>,
): Promise<boolean> => !(await runAndKill(request, { call, moment })).hasDied;

export interface PausedWork<Result> {
  /** Resolves to true when the work reaches the call, and to false if the work completes first. */
  readonly isHeld: Promise<boolean>;
  /** Resumes the work and returns its result. */
  readonly release: () => Promise<Result>;
}

/** Pauses the work before one of its counted calls (the first is 1). */
export function pauseAt<Result>(
  call: number,
  work: () => Promise<Result>,
  counts?: CallFilter,
): PausedWork<Result> {
  const [reached, released] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  const { run, end } = interrupting(({ calls }) => {
    if (calls !== call) return undefined;
    reached.resolve(true);
    return released.promise;
  }, counts);
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

// Kills the process of a request before and after each of its table calls, retries the request, and compares the
// states with those of an undisturbed request.
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Attempt } from './attempts.ts';
import { startEngineProxy } from './engine-proxy.ts';
import type { Call, Fault, Moment } from './faults.ts';
import { bundleService } from './service-bundle.ts';
import { ProcessKilled, type ServiceProcess, startServiceProcess } from './service-process.ts';
import {
  changedSince,
  nonRandomWords,
  restore,
  type TableState,
  tableState,
  withoutRandomNames,
} from './table-states.ts';

const moments: readonly Moment[] = ['before', 'after'];

export interface Kill {
  /** Position of the call, from 1. */
  readonly position: number;
  readonly operation: string;
  readonly moment: Moment;
}

export interface Outcome {
  readonly calls: readonly string[];
  readonly status: number;
  readonly kills: number;
  readonly hasEffect: boolean;
  /** Whether a second identical request has a further effect. */
  readonly isRepeatable: boolean;
  /** Descriptions of violations; empty if there are none. */
  readonly problems: readonly string[];
}

export interface Hooks {
  /**
   * Runs the asynchronous work after a response or a kill, e.g. stream functions. A state is consistent if this work leads to the
   * final state of an undisturbed request.
   */
  readonly settle?: () => Promise<void>;
  /** Whether an intermediate state is allowed between two requests. */
  readonly isWhole?: (state: TableState, before: TableState) => boolean | Promise<boolean>;
  /** Whether an interrupted request may leave this item. Such items are not compared. */
  readonly isLeftover?: (item: Item) => boolean;
}

interface Options {
  readonly engine: string;
  readonly now: Date;
  readonly functions: readonly string[];
}

const spareProcesses = 2;

function startedAhead(start: () => Promise<ServiceProcess>) {
  const startNext = (): Promise<ServiceProcess> => {
    const next = start();
    // Ignore the startup error here, because the caller that takes this process receives it.
    next.catch(() => {});
    return next;
  };
  const spares = Array.from({ length: spareProcesses }, startNext);
  return {
    take: (): Promise<ServiceProcess> => {
      spares.push(startNext());
      return spares.shift() ?? startNext();
    },
    end: async () => {
      for (const spare of spares) await (await spare).kill();
    },
  };
}

function differenceOf(found: readonly string[], wanted: readonly string[]): string {
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `- ${line}`);
  const unexpected = found.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...unexpected].join('\n');
}

/** Starts service processes, counts their table calls, and kills a process at one of these calls. */
async function startKillableService({ engine, now, functions }: Options) {
  let calls: string[] = [];
  let next: (Kill & { readonly victim: ServiceProcess }) | undefined;
  const decide = ({ operation }: Call): Fault | undefined => {
    calls.push(operation);
    if (next === undefined || calls.length !== next.position) return undefined;
    const { moment, victim } = next;
    next = undefined;
    return { kind: 'killed', moment, kill: victim.kill };
  };
  const proxy = await startEngineProxy({ engine, decide });
  const { program, remove } = await bundleService(functions);
  const start = () => startServiceProcess({ endpoint: proxy.endpoint, now, functions, program });
  const processes = startedAhead(start);
  let current = await processes.take();

  async function ask(attempt: Attempt) {
    calls = [];
    const { status, text } = await attempt.ask(current);
    return { status, text, calls };
  }
  return {
    ask,
    startAnew: async (): Promise<void> => {
      await current.kill();
      current = await processes.take();
    },
    /** Runs an attempt in a process that is killed during it. Returns false if the attempt completed first. */
    askAndKill: async (attempt: Attempt, kill: Kill): Promise<boolean> => {
      next = { ...kill, victim: current };
      try {
        await ask(attempt);
        return false;
      } catch (error) {
        if (!(error instanceof ProcessKilled)) throw error;
        // Wait, because the engine may still be executing concurrent calls of the killed process.
        await proxy.untilIdle();
        return true;
      } finally {
        next = undefined;
      }
    },
    stop: async (): Promise<void> => {
      await Promise.all([current.kill(), processes.end()]);
      await proxy.close();
      remove();
    },
  };
}

/** Runs an attempt twice without interruption, then restores the table. */
async function runUndisturbed(
  killable: KillableService,
  attempt: Attempt,
  { settle = async () => {}, isLeftover = () => false }: Hooks,
) {
  const before = await tableState();
  const settled = async (): Promise<TableState> => {
    await settle();
    return tableState();
  };
  const run = async () => {
    const first = await killable.ask(attempt);
    const done = await tableState();
    const once = await settled();
    const second = await killable.ask(attempt);
    const twice = await settled();
    await restore(before);
    return { first, second, states: [done, once, twice] as const };
  };
  await killable.startAnew();
  const { first, second, states } = await run();
  const warm = await run();
  // A process that caches data makes other calls on its second request. Each kill then needs a new process.
  const remembers = !isDeepStrictEqual(warm.first.calls, first.calls);
  if (remembers) await killable.startAnew();
  const other = remembers ? await run() : warm;
  const known = nonRandomWords([before, attempt.says], [states, other.states]);
  const canonical = (state: TableState) =>
    withoutRandomNames(
      state.filter((item) => !isLeftover(item)),
      known,
    );
  const [done, once, twice] = [canonical(states[0]), canonical(states[1]), canonical(states[2])];
  return {
    before,
    canonical,
    settled,
    start: canonical(before),
    first,
    done,
    once,
    second,
    twice,
    remembers,
  };
}

type KillableService = Awaited<ReturnType<typeof startKillableService>>;

export async function startKiller(options: Options) {
  const killable = await startKillableService(options);

  /** Kills an attempt at each of its calls, retries it each time, and returns the outcome. `momentsOf` chooses the moments of a call. */
  async function killAtEachCall(
    attempt: Attempt,
    hooks: Hooks = {},
    momentsOf: (position: number) => readonly Moment[] = () => moments,
  ): Promise<Outcome> {
    const { settle, isWhole = () => false } = hooks;
    const found = await runUndisturbed(killable, attempt, hooks);
    const { before, canonical, settled, start, first, done, once, second, twice } = found;
    const problems: string[] = [];

    /** Whether a bulk request was executed for some of its entries, exactly as if it had contained only those. */
    async function isOfSomeEntries(state: TableState): Promise<boolean> {
      const part = attempt.partIn(changedSince(before, state));
      if (part === undefined) return false;
      await restore(before);
      await killable.ask(part);
      const expected = canonical(await tableState());
      await restore(state);
      return isDeepStrictEqual(canonical(state), expected);
    }

    /** Whether the asynchronous work completes the request without a retry. Restores the state if it does not. */
    async function endsByItself(state: TableState): Promise<boolean> {
      if (settle === undefined) return false;
      if (isDeepStrictEqual(canonical(await settled()), once)) return true;
      await restore(state);
      return false;
    }

    async function die(kill: Kill): Promise<void> {
      if (found.remembers) await killable.startAnew();
      if (!(await killable.askAndKill(attempt, kill)))
        throw new Error(`${attempt.name} has no call number ${kill.position}`);
      await killable.startAnew();
    }

    async function killAndRetry(kill: Kill): Promise<void> {
      await die(kill);
      const report = (what: string) =>
        problems.push(`killed ${kill.moment} call ${kill.position} (${kill.operation}): ${what}`);
      const left = await tableState();
      const seen = canonical(left);
      const isBefore = isDeepStrictEqual(seen, start);
      const isAfter = !isBefore && (isDeepStrictEqual(seen, done) || (await endsByItself(left)));
      if (!isBefore && !isAfter && !(await isOfSomeEntries(left)) && !(await isWhole(left, before)))
        report(`half-written: ${differenceOf(seen, start)}`);
      const [answer, wanted] = isAfter ? [second, twice] : [first, once];
      const { status, text } = await killable.ask(attempt);
      if (status !== answer.status) report(`once more, it answers ${status} ${text}`);
      const end = canonical(await settled());
      if (!isDeepStrictEqual(end, wanted)) report(`once more, it leaves ${differenceOf(end, wanted)}`);
      await restore(before);
    }

    const all = first.calls.flatMap((operation, index) =>
      momentsOf(index + 1).map((moment) => ({ position: index + 1, operation, moment })),
    );
    for (const kill of all) await killAndRetry(kill);
    return {
      calls: first.calls,
      status: first.status,
      kills: all.length,
      hasEffect: !isDeepStrictEqual(start, once),
      isRepeatable: !isDeepStrictEqual(once, twice),
      problems,
    };
  }

  return { killAtEachCall, stop: killable.stop };
}

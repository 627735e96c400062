// A request whose process is killed before and after each of its calls of the table, and which is then sent again: what is
// there in between, and in the end, held against the same request undisturbed.
import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from './attempts.ts';
import { startEngineProxy } from './engine-proxy.ts';
import type { Call, Fault, Moment } from './faults.ts';
import { ProcessKilled, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { changedSince, nameless, restore, type TableState, tableState, wordsOf } from './table-states.ts';

const moments: readonly Moment[] = ['before', 'after'];

export interface Kill {
  /** Of the call: 1 is the first one. */
  readonly position: number;
  readonly operation: string;
  readonly moment: Moment;
}

/** Which of a request's kills are made: all, unless it is said. */
export type Choose = (kills: readonly Kill[]) => readonly Kill[];

export interface Outcome {
  /** The calls of an undisturbed request, by their names. */
  readonly calls: readonly string[];
  /** What it answers undisturbed. */
  readonly status: number;
  readonly kills: number;
  readonly hasEffect: boolean;
  /** Whether it has another effect when it is sent once more. */
  readonly isRepeatable: boolean;
  /** What was seen that must not be, in words; empty where all is well. */
  readonly problems: readonly string[];
}

export interface Hooks {
  /**
   * What goes on by itself after an answer, or a death: what the stream's functions would do, say. A state that it leads from
   * to where an undisturbed request ends is whole.
   */
  readonly settle?: () => Promise<void>;
  /** Whether a state may be seen between two requests, though it is neither that before nor that after. */
  readonly isWhole?: (state: TableState, before: TableState) => boolean | Promise<boolean>;
}

interface Options {
  readonly engine: string;
  /** The time of all processes. */
  readonly now: Date;
  /** The files of the functions that will be asked: loaded ahead of time, as the processes are started. */
  readonly functions: readonly string[];
}

/** Of them so many are started ahead of time: one is there, mostly, when the last one has been killed. */
const spareProcesses = 2;

function startedAhead(start: () => Promise<ServiceProcess>) {
  const startNext = (): Promise<ServiceProcess> => {
    const next = start();
    // That it could not be started, whoever takes it is told.
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

/** The lines that only one of them has. */
function differenceOf(found: readonly string[], wanted: readonly string[]): string {
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `- ${line}`);
  const unexpected = found.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...unexpected].join('\n');
}

/** Processes of the service whose calls of the table are counted, and who die at one of them. */
async function startMortals({ engine, now, functions }: Options) {
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
  const processes = startedAhead(() => startServiceProcess({ endpoint: proxy.endpoint, now, functions }));
  let current = await processes.take();

  /** Asks, and tells the answer and the calls. */
  async function ask(attempt: Attempt) {
    calls = [];
    const { status, text } = await attempt.ask(current);
    return { status, text, calls };
  }
  return {
    ask,
    /** The next one is asked by a process that remembers nothing. */
    startAnew: async (): Promise<void> => {
      await current.kill();
      current = await processes.take();
    },
    /** Asks a process that dies of it; false where it came to its end before that. */
    askAndKill: async (attempt: Attempt, kill: Kill): Promise<boolean> => {
      next = { ...kill, victim: current };
      try {
        await ask(attempt);
        return false;
      } catch (error) {
        if (!(error instanceof ProcessKilled)) throw error;
        // What it had asked for at the same time, the engine may still be doing.
        await proxy.quiet();
        return true;
      } finally {
        next = undefined;
      }
    },
    stop: async (): Promise<void> => {
      await Promise.all([current.kill(), processes.end()]);
      await proxy.close();
    },
  };
}

/** What comes of an attempt that nothing happens to, and of the same once more; the table is then as it was before. */
async function undisturbed(mortals: Mortals, attempt: Attempt, settle: () => Promise<void>) {
  const before = await tableState();
  const settled = async (): Promise<TableState> => {
    await settle();
    return tableState();
  };
  const run = async () => {
    const first = await mortals.ask(attempt);
    const done = await tableState();
    const once = await settled();
    const second = await mortals.ask(attempt);
    const twice = await settled();
    await restore(before);
    return { first, second, states: [done, once, twice] as const };
  };
  await mortals.startAnew();
  const { first, second, states } = await run();
  const warm = await run();
  // One that was asked before makes other calls for what it remembers: then each kill needs a process that remembers nothing.
  const remembers = !isDeepStrictEqual(warm.first.calls, first.calls);
  if (remembers) await mortals.startAnew();
  const other = remembers ? await run() : warm;
  const known = wordsOf([before, attempt.says], [states, other.states]);
  /** A state but for the names that chance gave. */
  const told = (state: TableState) => nameless(state, known);
  const [done, once, twice] = [told(states[0]), told(states[1]), told(states[2])];
  return { before, told, settled, start: told(before), first, done, once, second, twice, remembers };
}

type Mortals = Awaited<ReturnType<typeof startMortals>>;

export async function startKiller(options: Options) {
  const mortals = await startMortals(options);

  /** Kills an attempt at each of its calls, each time makes it once more, and tells what comes of it. */
  async function killAtEachCall(
    attempt: Attempt,
    { settle, isWhole = () => false }: Hooks = {},
    choose: Choose = (all) => all,
  ): Promise<Outcome> {
    const found = await undisturbed(mortals, attempt, settle ?? (async () => {}));
    const { before, told, settled, start, first, done, once, second, twice } = found;
    const problems: string[] = [];

    /** Of an attempt with many entries, each done on its own, some may be done: as they are when nobody asked for the others. */
    async function isOfSomeEntries(state: TableState): Promise<boolean> {
      const part = attempt.partIn(changedSince(before, state));
      if (part === undefined) return false;
      await restore(before);
      await mortals.ask(part);
      const expected = told(await tableState());
      await restore(state);
      return isDeepStrictEqual(told(state), expected);
    }

    /** Whether what was begun comes to its end without another request; where it does not, the state is as it was. */
    async function endsByItself(state: TableState): Promise<boolean> {
      if (settle === undefined) return false;
      if (isDeepStrictEqual(told(await settled()), once)) return true;
      await restore(state);
      return false;
    }

    async function die(kill: Kill): Promise<void> {
      if (found.remembers) await mortals.startAnew();
      if (!(await mortals.askAndKill(attempt, kill)))
        throw new Error(`${attempt.name} makes no call ${kill.position}`);
      await mortals.startAnew();
    }

    async function killAndRetry(kill: Kill): Promise<void> {
      await die(kill);
      const report = (what: string) =>
        problems.push(`killed ${kill.moment} call ${kill.position} (${kill.operation}): ${what}`);
      const left = await tableState();
      const seen = told(left);
      const isBefore = isDeepStrictEqual(seen, start);
      const isAfter = !isBefore && (isDeepStrictEqual(seen, done) || (await endsByItself(left)));
      if (!isBefore && !isAfter && !(await isOfSomeEntries(left)) && !(await isWhole(left, before)))
        report(`half-written: ${differenceOf(seen, start)}`);
      const [answer, wanted] = isAfter ? [second, twice] : [first, once];
      const { status, text } = await mortals.ask(attempt);
      if (status !== answer.status) report(`once more, it answers ${status} ${text}`);
      const end = told(await settled());
      if (!isDeepStrictEqual(end, wanted)) report(`once more, it leaves ${differenceOf(end, wanted)}`);
      await restore(before);
    }

    const all = first.calls.flatMap((operation, index) =>
      moments.map((moment) => ({ position: index + 1, operation, moment })),
    );
    const chosen = choose(all);
    for (const kill of chosen) await killAndRetry(kill);
    return {
      calls: first.calls,
      status: first.status,
      kills: chosen.length,
      hasEffect: !isDeepStrictEqual(start, once),
      isRepeatable: !isDeepStrictEqual(once, twice),
      problems,
    };
  }

  return { killAtEachCall, stop: mortals.stop };
}

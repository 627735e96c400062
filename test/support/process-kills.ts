// A request whose process is killed before and after each of its calls of the table, and which is then sent again: what is
// there in between, and in the end, held against the same request undisturbed.
import { isDeepStrictEqual } from 'node:util';
import { type EngineProxy, startEngineProxy } from './engine-proxy.ts';
import type { Fault } from './faults.ts';
import type { Answer, Sent } from './service.ts';
import { ProcessKilled, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { changedSince, nameless, restore, type TableState, tableState, wordsOf } from './table-states.ts';

/** A request, which can be sent again and again. */
export interface Attempt extends Sent {
  readonly method: string;
  readonly path: string;
}

type Moment = 'before' | 'after';
const moments: readonly Moment[] = ['before', 'after'];

export interface Kill {
  readonly position: number;
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
  /** Whether the request has another effect when it is sent once more. */
  readonly isRepeatable: boolean;
  /** What was seen that must not be, in words; empty where all is well. */
  readonly problems: readonly string[];
}

export interface Hooks {
  /** What is done after the last answer, and to what is compared: what the stream's functions would do, say. */
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

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** All texts in a value. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * The same request with only those of its many entries that have been done, as far as it has many: those by whose own texts
 * (a code, an id), which no other entry has, something is called that has changed.
 */
function partDone(attempt: Attempt, changed: TableState): Attempt | undefined {
  const { body } = attempt;
  if (!isRecord(body)) return undefined;
  const [[name, entries] = [], ...others] = Object.entries(body).filter(
    (field): field is [string, unknown[]] => Array.isArray(field[1]) && field[1].length > 1,
  );
  if (name === undefined || entries === undefined || others.length > 0) return undefined;
  const counts = new Map<string, number>();
  for (const text of entries.flatMap((entry) => [...new Set(textsIn(entry))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const there = new Set(changed.flatMap(textsIn));
  const isDone = (entry: unknown) => textsIn(entry).some((text) => counts.get(text) === 1 && there.has(text));
  return { ...attempt, body: { ...body, [name]: entries.filter(isDone) } };
}

/** The lines that only one of them has. */
function differenceOf(found: readonly string[], wanted: readonly string[]): string {
  const [missing, unexpected] = [
    wanted.filter((line) => !found.includes(line)),
    found.filter((line) => !wanted.includes(line)),
  ];
  return [...missing.map((line) => `- ${line}`), ...unexpected.map((line) => `+ ${line}`)].join('\n');
}

/** Processes of the service whose calls are counted, and who die at one of them. */
export async function startKiller({ engine, now, functions }: Options) {
  let calls: string[] = [];
  let next: (Kill & { readonly victim: ServiceProcess }) | undefined;
  const decide = ({ operation }: { readonly operation: string }): Fault | undefined => {
    calls.push(operation);
    if (next === undefined || calls.length !== next.position) return undefined;
    const { moment, victim } = next;
    next = undefined;
    return { kind: 'killed', moment, kill: victim.kill };
  };
  const proxy: EngineProxy = await startEngineProxy({ engine, decide });
  const processes = startedAhead(() => startServiceProcess({ endpoint: proxy.endpoint, now, functions }));
  /** Serves whatever is not to be killed; a new one each time, for what it remembers of the last request. */
  let current = await processes.take();
  const startAnew = async (): Promise<void> => {
    await current.kill();
    current = await processes.take();
  };

  /** Sends a request, and tells its answer and its calls. */
  async function ask(process: ServiceProcess, { method, path, ...sent }: Attempt) {
    calls = [];
    const answer = await process.send(method, path, sent);
    return { answer, calls };
  }

  /** Sends a request of which the process dies; false where it comes to its end before that. */
  async function killedAt(victim: ServiceProcess, attempt: Attempt, kill: Kill): Promise<boolean> {
    next = { ...kill, victim };
    try {
      await ask(victim, attempt);
      next = undefined;
      return false;
    } catch (error) {
      if (!(error instanceof ProcessKilled)) throw error;
      // What it had asked for at the same time, the engine may still be doing.
      await proxy.quiet();
      return true;
    }
  }

  /** Kills a request, and sends it again, at each of its calls; the table is then as it was before. */
  async function killAtEachCall(
    attempt: Attempt,
    { settle = async () => {}, isWhole }: Hooks = {},
    choose: Choose = (all) => all,
  ): Promise<Outcome> {
    const problems: string[] = [];
    const before = await tableState();
    const known = wordsOf(before, attempt);
    const comparable = async () => nameless(await tableState(), known);
    const settled = async () => {
      await settle();
      return comparable();
    };
    const start = await comparable();

    // Undisturbed: the request, and the same once more.
    await startAnew();
    const first = await ask(current, attempt);
    const visible = await comparable();
    const once = await settled();
    const second = await ask(current, attempt);
    const twice = await settled();
    await restore(before);
    const warm = await ask(current, attempt);
    /** A process that remembers makes other calls: then each kill needs one that remembers nothing. */
    const remembers = !isDeepStrictEqual(warm.calls, first.calls);
    await restore(before);

    /** The state that a part of a request with many entries leaves, each being done on its own. */
    async function isOfSomeEntries(state: TableState): Promise<boolean> {
      const part = partDone(attempt, changedSince(before, state));
      if (part === undefined) return false;
      await restore(before);
      await ask(current, part);
      const expected = await comparable();
      await restore(state);
      return isDeepStrictEqual(nameless(state, known), expected);
    }

    async function dieOnce(kill: Kill): Promise<void> {
      if (await killedAt(current, attempt, kill)) return;
      // One that remembers: its calls were fewer.
      await restore(before);
      await startAnew();
      if (!(await killedAt(current, attempt, kill)))
        throw new Error(`${attempt.method} ${attempt.path} makes no call ${kill.position}`);
    }

    async function killAndRetry(kill: Kill): Promise<void> {
      const where = `killed ${kill.moment} call ${kill.position} (${first.calls[kill.position - 1]})`;
      if (remembers) await startAnew();
      await dieOnce(kill);
      const left = await tableState();
      const seen = nameless(left, known);
      const isAfter = isDeepStrictEqual(seen, visible);
      const isBefore = isDeepStrictEqual(seen, start);
      await startAnew();
      if (!isAfter && !isBefore && !(await isOfSomeEntries(left)) && !(await isWhole?.(left, before)))
        problems.push(`${where}: half-written: ${differenceOf(seen, start)}`);
      const { answer } = await ask(current, attempt);
      const expected: Answer = isAfter && !isBefore ? second.answer : first.answer;
      if (answer.status !== expected.status)
        problems.push(`${where}: sent again, it answers ${answer.status} ${answer.text}`);
      const end = await settled();
      const wanted = isAfter && !isBefore ? twice : once;
      if (!isDeepStrictEqual(end, wanted))
        problems.push(`${where}: sent again, it leaves ${differenceOf(end, wanted)}`);
      await restore(before);
    }

    const all = first.calls.flatMap((_, index) => moments.map((moment) => ({ position: index + 1, moment })));
    const chosen = choose(all);
    for (const kill of chosen) await killAndRetry(kill);
    return {
      calls: first.calls,
      status: first.answer.status,
      kills: chosen.length,
      isRepeatable: !isDeepStrictEqual(once, twice),
      problems,
    };
  }

  return {
    killAtEachCall,
    stop: async () => {
      await Promise.all([current.kill(), processes.end()]);
      await proxy.close();
    },
  };
}

// What can be asked of a process of the service again and again: a request, or an event of the stream or the clock.
import type { Sent } from './service.ts';
import type { ServiceProcess } from './service-process.ts';
import type { TableState } from './table-states.ts';

export interface Attempt {
  readonly name: string;
  readonly ask: (process: ServiceProcess) => Promise<{ readonly status: number; readonly text: string }>;
  /** All that it says: the names in it are no new ones. */
  readonly says: unknown;
  /** The same for only those of its many entries that something which has changed tells of; undefined where it has not many. */
  readonly partIn: (changed: TableState) => Attempt | undefined;
}

interface Request extends Sent {
  readonly method: string;
  readonly path: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** All texts in a value. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Those whose own texts (a code, an id), which no other entry has, are among those of what has changed. */
function entriesIn(changed: TableState, entries: readonly unknown[]): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const text of entries.flatMap((entry) => [...new Set(textsIn(entry))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const there = new Set(changed.flatMap(textsIn));
  return entries.filter((entry) => textsIn(entry).some((text) => counts.get(text) === 1 && there.has(text)));
}

export const request = (given: Request): Attempt => {
  const { method, path, ...sent } = given;
  return {
    name: `${method} ${path}`,
    ask: (process) => process.send(method, path, sent),
    says: given,
    partIn: (changed) => {
      if (!isRecord(sent.body)) return undefined;
      const [many, ...others] = Object.entries(sent.body).filter(
        (field): field is [string, unknown[]] => Array.isArray(field[1]) && field[1].length > 1,
      );
      if (many === undefined || others.length > 0) return undefined;
      const [name, entries] = many;
      return request({ ...given, body: { ...sent.body, [name]: entriesIn(changed, entries) } });
    },
  };
};

/** An event handed to the function in a file below functions/. */
export const invocation = (file: string, event: object): Attempt => ({
  name: file,
  ask: async (process) => {
    const result = await process.invoke(file, event);
    return { status: 200, text: JSON.stringify(result) ?? '' };
  },
  says: event,
  partIn: () => undefined,
});

// Defines repeatable calls to a service process: requests, and events of streams or schedules.
import type { RequestOptions } from './service.ts';
import type { ServiceProcess } from './service-process.ts';
import type { TableState } from './table-states.ts';

export interface Attempt {
  readonly name: string;
  readonly ask: (process: ServiceProcess) => Promise<{ readonly status: number; readonly text: string }>;
  /** The whole input of the call. The words in it are not random names. */
  readonly says: unknown;
  /** The same call with only the entries that appear in `changed`; undefined if the call is not a bulk request. */
  readonly partIn: (changed: TableState) => Attempt | undefined;
}

interface Request extends RequestOptions {
  readonly method: string;
  readonly path: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Returns the entries with a unique text (a code, an id) that appears in `changed`. */
function entriesIn(changed: TableState, entries: readonly unknown[]): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const text of entries.flatMap((entry) => [...new Set(textsIn(entry))]))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  const changedTexts = new Set(changed.flatMap(textsIn));
  return entries.filter((entry) =>
    textsIn(entry).some((text) => counts.get(text) === 1 && changedTexts.has(text)),
  );
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

/** Invokes a function, given its file below functions/. */
export const invocation = (file: string, event: object): Attempt => ({
  name: file,
  ask: async (process) => {
    const result = await process.invoke(file, event);
    return { status: 200, text: JSON.stringify(result) ?? '' };
  },
  says: event,
  partIn: () => undefined,
});

// The link's table, in Markdown, and what of it does not hold.
import type { Counts } from './cost.ts';

/** What is timed may be off by so much on a machine that is not quiet. */
const slack = 1.15;

interface Figures {
  readonly kilobytes: number;
  readonly cold: number;
  readonly cpu: number;
  readonly rate: number;
  readonly connections: number;
  readonly post: number;
  readonly dollars: number;
}

interface Limit {
  readonly what: string;
  readonly limit: number;
  readonly isTimed: boolean;
  /** Where more is better. */
  readonly isFloor?: boolean;
}

const rows: Readonly<Record<keyof Figures, Limit>> = {
  kilobytes: { what: 'bundle of the link’s function, KB', limit: 40, isTimed: false },
  cold: { what: '(init + first call) ÷ empty handler', limit: 1.9, isTimed: true },
  cpu: { what: 'warm CPU a click ÷ raw node:http sending the same bytes', limit: 3.0, isTimed: true },
  rate: { what: 'clicks/s at 32 in flight ÷ raw', limit: 0.33, isTimed: true, isFloor: true },
  connections: { what: 'connections for 1,000 clicks in a row', limit: 1, isTimed: false },
  post: { what: 'POST /tracking/ref ÷ an authenticated GET one, CPU', limit: 1.3, isTimed: true },
  dollars: { what: 'a million clicks at list prices, $', limit: 2.1, isTimed: false },
};

/**
 * What a click is counted to cost where it is not measured here. Time: the function's own, and 6 ms for a write of a real
 * table. Targets: 4 units a code, instance and minute, at 160 clicks of it in that minute. The fold: what its test allows.
 */
export const limits = {
  counts: {
    billedMilliseconds: 8,
    writeUnits: 1,
    readUnits: 0.025,
    clicksOfBatch: 2000,
    foldMilliseconds: 1000,
    foldWriteUnits: 0.1,
    foldReadUnits: 0.1,
  } satisfies Counts,
} as const;

const isMissed = (value: number, { limit, isTimed, isFloor = false }: Limit): boolean => {
  const tolerance = isTimed ? slack : 1;
  return isFloor ? value * tolerance < limit : value > limit * tolerance;
};

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

export function tableOf(figures: Figures): { readonly text: string; readonly missed: readonly string[] } {
  const entries = Object.entries(rows) as [keyof Figures, Limit][];
  const lines = entries.map(
    ([name, { what, limit, isFloor }]) =>
      `| ${what} | ${isFloor ? '≥' : '≤'} ${limit} | ${shown(figures[name])} |`,
  );
  return {
    text: ['| what | must reach | measured |', '|---|---|---|', ...lines].join('\n'),
    missed: entries.filter(([name, limit]) => isMissed(figures[name], limit)).map(([, { what }]) => what),
  };
}

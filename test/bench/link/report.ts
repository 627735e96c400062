// Formats the figures of the public link as a Markdown table and finds exceeded limits.
import { bundleLimits } from '#test/support/bundle-limits.ts';
import type { Counts } from './cost.ts';

/** Tolerance of timed figures on a machine that is not idle. */
const tolerance = 1.15;

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
  /** Whether the limit is a minimum. */
  readonly isFloor?: boolean;
}

const rows: Readonly<Record<keyof Figures, Limit>> = {
  kilobytes: { what: 'bundle of the link function, KB', limit: bundleLimits.link, isTimed: false },
  cold: { what: '(init + first call) ÷ empty handler', limit: 1.8, isTimed: true },
  cpu: { what: 'warm CPU per click ÷ raw node:http with the same bytes', limit: 3.0, isTimed: true },
  rate: { what: 'clicks per second with 32 in flight ÷ raw', limit: 0.33, isTimed: true, isFloor: true },
  connections: { what: 'connections for 1,000 sequential clicks', limit: 1, isTimed: false },
  post: { what: 'CPU of POST /tracking/ref ÷ authenticated GET /affiliates/{id}', limit: 1.3, isTimed: true },
  dollars: { what: 'cost of a million clicks at list prices, $', limit: 2.1, isTimed: false },
};

/**
 * Assumptions for the cost per click. The billed duration is the measured time plus 6 ms for a write to a real table. An instance
 * reads each code once a minute (4 read units), and receives 160 clicks in that minute. Aggregation costs what its test allows.
 */
export const limits = {
  counts: {
    billedMilliseconds: 8,
    writeUnits: 1,
    readUnits: 0.025,
    clicksOfBatch: 2000,
    batchMilliseconds: 1000,
    batchWriteUnits: 0.1,
    batchReadUnits: 0.1,
  } satisfies Counts,
} as const;

const isMissed = (value: number, { limit, isTimed, isFloor = false }: Limit): boolean => {
  const factor = isTimed ? tolerance : 1;
  return isFloor ? value * factor < limit : value > limit * factor;
};

const formatted = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

export function tableOf(figures: Figures): { readonly text: string; readonly missed: readonly string[] } {
  const entries = Object.entries(rows) as [keyof Figures, Limit][];
  const lines = entries.map(
    ([name, { what, limit, isFloor }]) =>
      `| ${what} | ${isFloor ? '≥' : '≤'} ${limit} | ${formatted(figures[name])} |`,
  );
  return {
    text: ['| Figure | Limit | Measured |', '|---|---|---|', ...lines].join('\n'),
    missed: entries.filter(([name, limit]) => isMissed(figures[name], limit)).map(([, { what }]) => what),
  };
}

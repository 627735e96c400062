// Formats cold starts as a Markdown table.
import { median, quantile } from '#test/bench/statistics.ts';
import type { ColdStart } from './cold-start.ts';
import type { Result } from './measure.ts';

const total = ({ initMilliseconds, callMilliseconds }: ColdStart): number =>
  initMilliseconds + callMilliseconds;

/** Ratio of the median cold start (init and first call) to that of the empty handler. */
export const ratioOf = ({ starts, empty }: Result): number =>
  median(starts.map(total)) / median(empty.map(total));

const interquartileRange = (starts: readonly ColdStart[]): string => {
  const totals = starts.map(total);
  return `${quantile(totals, 0.25).toFixed(0)}–${quantile(totals, 0.75).toFixed(0)}`;
};

const rowOf = (name: string, kilobytes: number, starts: readonly ColdStart[], ratio: number): string => {
  const cpu = starts.flatMap(({ cpuMilliseconds }) => cpuMilliseconds ?? []);
  const cells = [
    name,
    kilobytes.toFixed(0),
    median(starts.map(({ initMilliseconds }) => initMilliseconds)).toFixed(0),
    median(starts.map(({ callMilliseconds }) => callMilliseconds)).toFixed(1),
    median(starts.map(total)).toFixed(0),
    interquartileRange(starts),
    cpu.length === 0 ? '–' : median(cpu).toFixed(0),
    ratio.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
};

const header = [
  '| Function | KB | Init, ms | First call, ms | Total, ms | Interquartile range | CPU, ms | Ratio |',
  '|---|---|---|---|---|---|---|---|',
];

export function tableOf(results: readonly Result[]): string {
  const empty = rowOf(
    'empty handler',
    0,
    results.flatMap((result) => result.empty),
    1,
  );
  const rows = results.map((result) => {
    const { name, kind } = result.subject;
    const label = kind === 'authenticated' ? name : `${name} (${kind})`;
    return rowOf(label, result.subject.kilobytes, result.starts, ratioOf(result));
  });
  return [...header, empty, ...rows].join('\n');
}

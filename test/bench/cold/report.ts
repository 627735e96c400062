// The table of cold starts, in Markdown.
import { median, quantile } from '#test/bench/statistics.ts';
import type { ColdStart } from './cold-start.ts';
import type { Result } from './measure.ts';

const total = ({ initMilliseconds, callMilliseconds }: ColdStart): number =>
  initMilliseconds + callMilliseconds;

/** (init + first call) of the function, to that of the empty handler: median to median. */
export const ratioOf = ({ starts, empty }: Result): number =>
  median(starts.map(total)) / median(empty.map(total));

const spreadOf = (starts: readonly ColdStart[]): string => {
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
    spreadOf(starts),
    cpu.length === 0 ? '–' : median(cpu).toFixed(0),
    ratio.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
};

const head = [
  '| Function | KB | init, ms | first call, ms | both, ms | middle half | CPU, ms | ratio |',
  '|---|---|---|---|---|---|---|---|',
];

export function tableOf(results: readonly Result[]): string {
  const empty = rowOf(
    'an empty handler',
    0,
    results.flatMap((result) => result.empty),
    1,
  );
  const rows = results.map((result) => {
    const { name, kind } = result.subject;
    const label = kind === 'authenticated' ? name : `${name} (${kind})`;
    return rowOf(label, result.subject.kilobytes, result.starts, ratioOf(result));
  });
  return [...head, empty, ...rows].join('\n');
}

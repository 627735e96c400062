import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { OperatorError } from '#lib/shared/operator-error.ts';
import { waitForAggregation } from './aggregation-delay.ts';
import { command, type Domains, option } from './command.ts';
import { brandOption } from './options.ts';
import { columns, facts, table } from './text.ts';

async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new OperatorError('invalid', `--file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const replay = command({
  name: 'clicks replay',
  summary: 'Store the clicks that the log reports as not stored; safe to repeat',
  options: {
    file: option(
      z.string().min(1),
      'file',
      'File with log lines of the functions, as exported from CloudWatch; - reads stdin',
    ),
  },
  positional: ['file'],
  examples: ['--file lines.jsonl'],
  action: async ({ file }, { clicks }) => {
    const { stored, expired, unreadable, others } = await clicks.replay(linesOf(file));
    if (unreadable.length > 0) {
      const lines = unreadable.slice(0, 10).join(', ');
      throw new OperatorError(
        'invalid',
        `${unreadable.length} clicks in ${file} are unreadable, on lines ${lines}; the other clicks (${stored}) are stored`,
      );
    }
    return {
      data: { stored, expired, others },
      text: facts(`Stored ${stored} clicks`, [
        ['expired, not stored', String(expired)],
        ['other lines', String(others)],
      ]),
    };
  },
});

const monthOption = option(
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month in the form YYYY-MM')
    .optional(),
  'month',
  'Month as YYYY-MM; defaults to all months whose clicks are all retained',
);

const headings = ['month', 'clicks', 'rollups', 'differences', 'still moving'];

async function examineMonths(brandId: string, month: string | undefined, { repair, getBrandClock }: Domains) {
  const available = repair.retainedMonths((await getBrandClock(brandId)).now());
  if (month !== undefined && !available.includes(month)) {
    throw new OperatorError(
      'invalid',
      `--month: Clicks of ${month} have expired; available months: ${available.join(', ') || 'none'}`,
    );
  }
  const examined = [];
  for (const one of month === undefined ? available : [month]) {
    examined.push(await repair.examineMonth(brandId, one, waitForAggregation));
  }
  return examined;
}

type Months = Awaited<ReturnType<typeof examineMonths>>;

const present = (months: Months) =>
  months.map(({ month, clicks, items, differences, moving }) => ({
    month,
    clicks,
    figures: items,
    differences: differences.map(({ key: { pk, sk }, expected, stored }) => {
      const kind = expected === undefined ? 'surplus' : stored === undefined ? 'missing' : 'wrong';
      return { kind, figures: `${pk} ${sk}` };
    }),
    moving,
  }));

const comparisonText = (months: ReturnType<typeof present>): string => {
  const rows = months.map(({ month, clicks, figures, differences, moving }) =>
    [month, clicks, figures, differences.length, moving].map(String),
  );
  const items = months.flatMap(({ differences }) => differences.map(({ kind, figures }) => [kind, figures]));
  return [
    table(headings, rows, 'No month has all of its clicks'),
    ...(items.length === 0 ? [] : [columns(items)]),
  ].join('\n\n');
};

const rebuild = command({
  name: 'clicks rebuild',
  summary: 'Recalculate the click rollups of a brand from its clicks and list the differences',
  options: { brand: brandOption, month: monthOption },
  positional: ['brand', 'month'],
  examples: [
    '--brand brd_01JD0000000000000000000000',
    '--brand brd_01JD0000000000000000000000 --month 2026-11',
  ],
  action: async ({ brand: id, month }, domains) => {
    const { id: brandId } = await domains.getBrand(id);
    const data = present(await examineMonths(brandId, month, domains));
    const hasFailed = data.some(({ differences }) => differences.length > 0);
    return { data, text: comparisonText(data), hasFailed };
  },
});

const repair = command({
  name: 'clicks repair',
  summary: 'Correct the click rollups of a brand from its clicks, from 25 hours after the last click',
  options: { brand: brandOption, month: monthOption },
  positional: ['brand', 'month'],
  examples: ['--brand brd_01JD0000000000000000000000 --month 2026-10'],
  action: async ({ brand: id, month }, domains) => {
    const { id: brandId } = await domains.getBrand(id);
    const months = await examineMonths(brandId, month, domains);
    for (const one of months) {
      if (one.differences.length > 0) await domains.repair.repairMonth(one, domains.now());
      // Statistics read less after all clicks are in rollups.
      else if (one.isWide) await domains.repair.foldMonth(one);
    }
    const data = present(months);
    const count = data.reduce((sum, { differences }) => sum + differences.length, 0);
    return { data, text: `Repaired ${count} rollups\n\n${comparisonText(data)}` };
  },
});

export const clickCommands = [replay, rebuild, repair] as const;

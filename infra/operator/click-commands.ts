// The operator's commands on clicks.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { DomainError } from '#lib/shared/errors.ts';
import { command, type Domains, described } from './command.ts';
import { brandOption } from './options.ts';
import { columns, facts, table } from './text.ts';

/** The lines of a file, or of what is piped in where the file is `-`. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file);
  try {
    yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    throw new DomainError('invalid', `--file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const replay = command({
  name: 'clicks replay',
  summary: 'Store the clicks that the log says could not be stored; done again, it changes nothing',
  options: {
    file: described(
      z.string().min(1),
      'FILE',
      'Lines of the functions’ log, as CloudWatch has or exports them; - reads what is piped in',
    ),
  },
  positional: ['file'],
  examples: ['--file lines.jsonl'],
  run: async ({ file }, { clicks }) => {
    const { stored, expired, unreadable, others } = await clicks.replay(linesOf(file));
    if (unreadable.length > 0) {
      const which = unreadable.slice(0, 10).join(', ');
      throw new DomainError(
        'invalid',
        `${unreadable.length} clicks in ${file} cannot be read, on lines ${which}; the others are stored (${stored})`,
      );
    }
    return {
      data: { stored, expired, others },
      text: facts(`Stored ${stored} clicks`, [
        ['too old to be stored', String(expired)],
        ['other lines', String(others)],
      ]),
    };
  },
});

const monthOption = described(
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month, YYYY-MM')
    .optional(),
  'MONTH',
  'YYYY-MM; left out: all months whose clicks are all still kept',
);

/** Longer than it takes until a click is folded in. */
const settlingMilliseconds = 15_000;
const settling = () => setTimeout(settlingMilliseconds);

const headings = ['month', 'clicks', 'figures', 'differences', 'still moving'];

async function examine(brandId: string, month: string | undefined, { repair, now }: Domains) {
  const kept = repair.monthsKept(now());
  if (month !== undefined && !kept.includes(month)) {
    throw new DomainError(
      'invalid',
      `--month: not all clicks of ${month} are kept, only those of ${kept.join(', ') || 'no whole month'}`,
    );
  }
  const examined = [];
  for (const one of month === undefined ? kept : [month]) {
    examined.push({ month: one, ...(await repair.examineMonth(brandId, one, settling)) });
  }
  return examined;
}

type Months = Awaited<ReturnType<typeof examine>>;

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

const comparison = (months: ReturnType<typeof present>): string => {
  const rows = months.map(({ month, clicks, figures, differences, moving }) =>
    [month, clicks, figures, differences.length, moving].map(String),
  );
  const which = months.flatMap(({ differences }) => differences.map(({ kind, figures }) => [kind, figures]));
  return [
    table(headings, rows, 'No whole month of clicks is kept'),
    ...(which.length === 0 ? [] : [columns(which)]),
  ].join('\n\n');
};

const rebuild = command({
  name: 'clicks rebuild',
  summary:
    'Compute a brand’s figures once more from its stored clicks, and tell where those that stand there differ',
  options: { brand: brandOption, month: monthOption },
  positional: ['brand', 'month'],
  examples: [
    '--brand brd_01JD0000000000000000000000',
    '--brand brd_01JD0000000000000000000000 --month 2026-11',
  ],
  run: async ({ brand: id, month }, domains) => {
    const { id: brandId } = await domains.getBrand(id);
    const data = present(await examine(brandId, month, domains));
    const hasFailed = data.some(({ differences }) => differences.length > 0);
    return { data, text: comparison(data), hasFailed };
  },
});

const repair = command({
  name: 'clicks repair',
  summary:
    'Put a brand’s figures right from its stored clicks, where no click can be on its way to them any more',
  options: { brand: brandOption, month: monthOption },
  positional: ['brand', 'month'],
  examples: ['--brand brd_01JD0000000000000000000000 --month 2026-10'],
  run: async ({ brand: id, month }, domains) => {
    const { id: brandId } = await domains.getBrand(id);
    const months = await examine(brandId, month, domains);
    for (const one of months) {
      if (one.differences.length > 0) await domains.repair.repairMonth(one, domains.now());
    }
    const data = present(months);
    const count = data.reduce((sum, { differences }) => sum + differences.length, 0);
    return { data, text: `Put right: ${count} figures\n\n${comparison(data)}` };
  },
});

export const clickCommands = [replay, rebuild, repair] as const;

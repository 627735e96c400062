import * as z from 'zod';
import { type RepeatedErasure, type Repetition, repetitions } from '#lib/recovery/rules/repetitions.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { OperatorError } from '#lib/shared/operator-error.ts';
import { command, option } from './command.ts';
import { facts, table } from './text.ts';

const brandsAtOnce = 8;

const meanings = {
  complete: 'complete',
  repeated: 'repeated',
  absent: 'creator is not in the table',
} as const satisfies Record<Repetition, string>;

const rowOf = ({ brandId, erasureId, repetition }: RepeatedErasure): readonly string[] => [
  brandId,
  erasureId,
  meanings[repetition],
];

const repeat = command({
  name: 'erasures repeat',
  summary:
    'After the restore of the whole table: repeat the erasures of personal data that the restored table has lost. Repeat the command until all are complete',
  options: {
    fromTable: option(z.string().min(3), 'name', 'The table that the stage used before the restore'),
  },
  examples: ['--from-table creator-affiliate-prod'],
  action: async ({ fromTable }, { listBrandIds, getBrand, erasures, now }) => {
    if (fromTable === process.env.TABLE_NAME)
      throw new OperatorError(
        'invalid',
        '--from-table: the stage uses this table: name the one that it used before the restore',
      );
    const results: RepeatedErasure[] = [];
    await forEachConcurrently(await listBrandIds(), brandsAtOnce, async (brandId) => {
      results.push(...(await erasures.repeatErasures(await getBrand(brandId), fromTable, now())));
    });
    const counts = Object.fromEntries(
      repetitions.map((one) => [one, results.filter(({ repetition }) => repetition === one).length]),
    );
    const open = results.filter(({ repetition }) => repetition !== 'complete');
    const { repeated } = counts;
    const title =
      repeated === 0 ? 'All erasures are complete' : `${repeated} of ${results.length} erasures are repeated`;
    return {
      data: { fromTable, counts, erasures: open },
      text: [
        facts(
          title,
          repetitions.map((one) => [meanings[one], String(counts[one])]),
        ),
        ...(open.length === 0 ? [] : [table(['brand', 'erasure', 'result'], open.map(rowOf), '')]),
        ...(repeated === 0 ? [] : ['They continue in the background. Repeat the command after a minute']),
      ].join('\n\n'),
    };
  },
});

export const erasureCommands = [repeat] as const;

import * as z from 'zod';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { type RepeatedErasure, type Repetition, repetitions } from '#lib/care/recovery/rules/repetitions.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { command, option } from './command.ts';
import { failureOf } from './failure.ts';
import { facts, table } from './text.ts';

const brandsAtOnce = 8;

const meanings = {
  complete: 'complete',
  inProgress: 'in progress',
  repeated: 'repeated',
  absent: 'creator is not in the table',
} as const satisfies Record<Repetition, string>;

const rowOf = ({ brandId, erasureId, repetition }: RepeatedErasure): readonly string[] => [
  brandId,
  erasureId,
  meanings[repetition],
];

function refuseLiveTable(fromTable: string | undefined): void {
  if (fromTable === process.env.TABLE_NAME)
    throw new OperatorError(
      'invalid',
      '--from-table: the stage uses this table: name the one that it used before the restore',
    );
}

const countsOf = (results: readonly RepeatedErasure[]): ReadonlyMap<Repetition, number> =>
  new Map(
    repetitions.map((one) => [one, results.filter(({ repetition }) => repetition === one).length] as const),
  );

function titleOf(counts: ReadonlyMap<Repetition, number>, all: number): string {
  const [repeated = 0, inProgress = 0] = [counts.get('repeated'), counts.get('inProgress')];
  if (repeated > 0) return `${repeated} of ${all} erasures are repeated`;
  return inProgress > 0 ? `${inProgress} of ${all} erasures are in progress` : 'All erasures are complete';
}

const repeat = command({
  name: 'erasures repeat',
  summary:
    'Repeat erasures of personal data: those that a restored table has lost, or those that have not proceeded for an hour. Repeat the command until ' +
    'all are complete',
  options: {
    fromTable: option(
      z.string().min(3).optional(),
      'name',
      'After the restore of the table: the table that the stage used before',
    ),
  },
  examples: ['', '--from-table creator-affiliate-prod'],
  action: async ({ fromTable }, { listBrandIds, getBrand, erasures, copyNewestEvents, now }) => {
    refuseLiveTable(fromTable);
    const results: RepeatedErasure[] = [];
    const failed: { readonly brandId: string; readonly failure: string }[] = [];
    await forEachConcurrently(await listBrandIds(), brandsAtOnce, async (brandId) => {
      try {
        const brand = await getBrand(brandId);
        const of = {
          ...{ brand, earlierTable: fromTable, copyEvents: copyNewestEvents },
          now: brandTime(brand, now()),
        };
        results.push(...(await erasures.repeatErasures(of)));
      } catch (error) {
        if (!isCausedByInput(error) || error instanceof OperatorError) throw error;
        failed.push({ brandId, failure: failureOf(error).message });
      }
    });
    const counts = countsOf(results);
    const open = results.filter(({ repetition }) => repetition !== 'complete');
    const isWaiting = (counts.get('repeated') ?? 0) + (counts.get('inProgress') ?? 0) > 0;
    const title = failed.length > 0 ? `${failed.length} brands have failed` : titleOf(counts, results.length);
    return {
      data: { fromTable: fromTable ?? null, counts: Object.fromEntries(counts), erasures: open, failed },
      text: [
        facts(
          title,
          [...counts].map(([one, count]) => [meanings[one], String(count)]),
        ),
        ...(open.length === 0 ? [] : [table(['brand', 'erasure', 'result'], open.map(rowOf), '')]),
        ...(failed.length === 0 ? [] : [table(['brand', 'not repeated'], failed.map(Object.values), '')]),
        ...(isWaiting ? ['They continue in the background. Repeat the command after a minute'] : []),
      ].join('\n\n'),
      hasFailed: failed.length > 0,
    };
  },
});

export const erasureCommands = [repeat] as const;

import * as z from 'zod';
import { dayOf } from '#lib/foundation/shared/dates.ts';
import { waitForAggregation } from './aggregation-delay.ts';
import { command, type Domains, option } from './command.ts';
import { failureOf } from './failure.ts';
import { openProgress, type Progress, type ReconciledBrand } from './reconcile-progress.ts';
import { facts, table } from './text.ts';

/** A reconciliation of a brand without data makes 127 calls in 64 round trips, so one brand after the other would mostly wait. */
const brandsAtOnce = 8;
const millisecondsBetweenReports = 10_000;

interface FailedBrand {
  readonly brandId: string;
  readonly failure: string;
}

async function reconcileOne(
  brandId: string,
  { reconciliation, figures, now }: Domains,
): Promise<ReconciledBrand> {
  const { entries, compared, differences } = await reconciliation.reconcileBrand(brandId);
  const examined = await figures.examineFigures(brandId, now(), waitForAggregation, ['orders']);
  return {
    brandId,
    reconciledAt: now().toISOString(),
    entries,
    compared,
    differences: differences.map((difference) => ({ ...difference })),
    wrongFigures: examined.differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`),
  };
}

const isWrong = ({ differences, wrongFigures }: ReconciledBrand): boolean =>
  differences.length + wrongFigures.length > 0;

/** A brand with differences is reconciled again, because they may have been corrected. */
const isRight = (reconciled: ReconciledBrand | undefined): boolean =>
  reconciled !== undefined && !isWrong(reconciled);

/** Writes to stderr, because stdout has the result. */
function reporter(all: number, { reconciled }: Progress): () => void {
  const begin = performance.now();
  const before = reconciled.size;
  let reported = begin;
  return () => {
    if (performance.now() - reported < millisecondsBetweenReports) return;
    reported = performance.now();
    const perBrand = (reported - begin) / (reconciled.size - before);
    const minutes = Math.ceil((perBrand * (all - reconciled.size)) / 60_000);
    const wrong = [...reconciled.values()].filter(isWrong).length;
    process.stderr.write(
      `${reconciled.size} of ${all} brands reconciled, ${wrong} with differences, about ${minutes} minutes left\n`,
    );
  };
}

async function reconcileAll(brandIds: readonly string[], progress: Progress, domains: Domains) {
  const failed: FailedBrand[] = [];
  const report = reporter(brandIds.length, progress);
  const waiting = brandIds.filter((brandId) => !isRight(progress.reconciled.get(brandId))).values();
  const work = async (): Promise<void> => {
    for (const brandId of waiting) {
      try {
        progress.add(await reconcileOne(brandId, domains));
        report();
      } catch (error) {
        failed.push({ brandId, failure: failureOf(error).message });
      }
    }
  };
  await Promise.all(Array.from({ length: brandsAtOnce }, work));
  return failed;
}

/** A command that is repeated on the same day continues an interrupted one. */
const defaultFile = (now: Date): string => `reconciliation-${process.env.STAGE}-${dayOf(now)}.jsonl`;

const all = command({
  name: 'reconcile all',
  summary:
    'Reconcile the money and its figures of all brands; a repeated command continues an interrupted one',
  options: {
    file: option(
      z.string().min(1).optional(),
      'file',
      'File that remembers the reconciled brands, one JSON document in each line; defaults to reconciliation-<stage>-<day>.jsonl',
    ),
  },
  positional: ['file'],
  examples: ['', '--file reconciliation-2026-11-24.jsonl'],
  action: async ({ file: given }, domains) => {
    const file = given ?? defaultFile(domains.now());
    const brandIds = await domains.listBrandIds();
    const progress = openProgress(file);
    const alreadyReconciled = brandIds.filter((brandId) => isRight(progress.reconciled.get(brandId))).length;
    const failed = await reconcileAll(brandIds, progress, domains);
    if (failed.length === 0) progress.complete(domains.now());
    const wrong = brandIds.flatMap((brandId) => progress.reconciled.get(brandId) ?? []).filter(isWrong);
    const rows = [
      ...wrong.map(({ brandId, differences, wrongFigures }) => [
        brandId,
        `${differences.length} differences, ${wrongFigures.length} wrong items of figures`,
      ]),
      ...failed.map(({ brandId, failure }) => [brandId, `not reconciled: ${failure}`]),
    ];
    const summary = facts(`${brandIds.length - failed.length} of ${brandIds.length} brands reconciled`, [
      ['by an earlier run', String(alreadyReconciled)],
      ['with differences', String(wrong.length)],
      ['not reconciled', String(failed.length)],
      ['file', file],
    ]);
    return {
      data: { file, brands: brandIds.length, alreadyReconciled, wrong, failed },
      text: [summary, table(['brand', 'result'], rows, 'No differences')].join('\n\n'),
      hasFailed: rows.length > 0,
    };
  },
});

export const reconcileAllCommands = [all] as const;

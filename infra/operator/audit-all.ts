import * as z from 'zod';
import { dayOf } from '#lib/shared/dates.ts';
import { waitForAggregation } from './aggregation-delay.ts';
import { type AuditedBrand, openProgress, type Progress } from './audit-progress.ts';
import { command, type Domains, option } from './command.ts';
import { failureOf } from './failure.ts';
import { facts, table } from './text.ts';

/** An audit of a brand without data makes 127 calls in 64 round trips, so one brand after the other would mostly wait. */
const brandsAtOnce = 8;
const millisecondsBetweenReports = 10_000;

interface FailedBrand {
  readonly brandId: string;
  readonly failure: string;
}

async function auditOne(brandId: string, { audit, figures, now }: Domains): Promise<AuditedBrand> {
  const { entries, compared, differences } = await audit.auditBrand(brandId);
  const examined = await figures.examineFigures(brandId, now(), waitForAggregation, ['orders']);
  return {
    brandId,
    auditedAt: now().toISOString(),
    entries,
    compared,
    differences: differences.map((difference) => ({ ...difference })),
    wrongFigures: examined.differences.map(({ key: { pk, sk } }) => `${pk} ${sk}`),
  };
}

const isWrong = ({ differences, wrongFigures }: AuditedBrand): boolean =>
  differences.length + wrongFigures.length > 0;

/** A brand with differences is audited again, because they may have been corrected. */
const isRight = (audited: AuditedBrand | undefined): boolean => audited !== undefined && !isWrong(audited);

/** Writes to stderr, because stdout has the result. */
function reporter(all: number, { audited }: Progress): () => void {
  const begin = performance.now();
  const before = audited.size;
  let reported = begin;
  return () => {
    if (performance.now() - reported < millisecondsBetweenReports) return;
    reported = performance.now();
    const perBrand = (reported - begin) / (audited.size - before);
    const minutes = Math.ceil((perBrand * (all - audited.size)) / 60_000);
    const wrong = [...audited.values()].filter(isWrong).length;
    process.stderr.write(
      `${audited.size} of ${all} brands audited, ${wrong} with differences, about ${minutes} minutes left\n`,
    );
  };
}

async function auditAll(brandIds: readonly string[], progress: Progress, domains: Domains) {
  const failed: FailedBrand[] = [];
  const report = reporter(brandIds.length, progress);
  const waiting = brandIds.filter((brandId) => !isRight(progress.audited.get(brandId))).values();
  const work = async (): Promise<void> => {
    for (const brandId of waiting) {
      try {
        progress.add(await auditOne(brandId, domains));
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
const defaultFile = (now: Date): string => `audit-${process.env.STAGE}-${dayOf(now)}.jsonl`;

const all = command({
  name: 'audit all',
  summary: 'Audit the money and its figures of all brands; a repeated command continues an interrupted one',
  options: {
    file: option(
      z.string().min(1).optional(),
      'file',
      'File that remembers the audited brands, one JSON document in each line; defaults to audit-<stage>-<day>.jsonl',
    ),
  },
  positional: ['file'],
  examples: ['', '--file audit-2026-11-24.jsonl'],
  action: async ({ file: given }, domains) => {
    const file = given ?? defaultFile(domains.now());
    const brandIds = await domains.listBrandIds();
    const progress = openProgress(file);
    const alreadyAudited = brandIds.filter((brandId) => isRight(progress.audited.get(brandId))).length;
    const failed = await auditAll(brandIds, progress, domains);
    if (failed.length === 0) progress.complete(domains.now());
    const wrong = brandIds.flatMap((brandId) => progress.audited.get(brandId) ?? []).filter(isWrong);
    const rows = [
      ...wrong.map(({ brandId, differences, wrongFigures }) => [
        brandId,
        `${differences.length} differences, ${wrongFigures.length} wrong items of figures`,
      ]),
      ...failed.map(({ brandId, failure }) => [brandId, `not audited: ${failure}`]),
    ];
    const summary = facts(`${brandIds.length - failed.length} of ${brandIds.length} brands audited`, [
      ['by an earlier run', String(alreadyAudited)],
      ['with differences', String(wrong.length)],
      ['not audited', String(failed.length)],
      ['file', file],
    ]);
    return {
      data: { file, brands: brandIds.length, alreadyAudited, wrong, failed },
      text: [summary, table(['brand', 'result'], rows, 'No differences')].join('\n\n'),
      hasFailed: rows.length > 0,
    };
  },
});

export const auditAllCommands = [all] as const;

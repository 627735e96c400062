// Converts stored payouts and their lines to API responses and CSV files.
import type * as z from 'zod';
import { type CsvOptions, toCsv } from '#lib/foundation/shared/csv.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { shownLine } from '#lib/money/payouts/rules/lines.ts';
import { progressOf } from '#lib/money/payouts/rules/progress.ts';
import type { payoutAnswer, payoutDetail, payoutPreview } from '#lib/money/payouts/schema/answers.ts';
import type { MissingReason } from '#lib/money/payouts/schema/files.ts';
import type { lineAnswer } from '#lib/money/payouts/schema/line-answer.ts';
import type { EmptyReason } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout, Totals } from '#lib/money/payouts/schema/stored.ts';

const presentTerms = (payout: Payout) => ({
  currency: payout.currency,
  minimum: fromMinor(payout.minimum, payout.currency),
  affiliateIds: payout.affiliateIds === null ? null : [...payout.affiliateIds],
  excludeAffiliateIds: payout.excludeAffiliateIds === null ? null : [...payout.excludeAffiliateIds],
  earnedBefore: payout.earnedBefore,
  includeBanned: payout.includeBanned,
  paymentMethod: payout.paymentMethod,
});

function presentProgress(payout: Payout) {
  const progress = progressOf(payout);
  if (progress === null) return null;
  const { amount, commissionsCount, affiliatesCount } = progress;
  return { amount: fromMinor(amount, payout.currency), commissionsCount, affiliatesCount };
}

const presentTotals = (totals: Totals, currency: string) => ({
  amount: fromMinor(totals.amount, currency),
  affiliatesCount: totals.affiliatesCount,
  commissionsCount: totals.commissionsCount,
  periodStart: totals.periodStart,
  periodEnd: totals.periodEnd,
  excludedCount: totals.excludedCount,
});

export const presentPayout = (payout: Payout): z.input<typeof payoutAnswer> => ({
  id: payout.id,
  status: payout.status,
  ...presentTerms(payout),
  ...presentTotals(payout, payout.currency),
  paidCount: payout.paidCount,
  failedCount: payout.failedCount,
  progress: presentProgress(payout),
  reference: payout.reference,
  createdAt: payout.createdAt,
  paidAt: payout.paidAt,
  canceledAt: payout.canceledAt,
  reopenedAt: payout.reopenedAt,
  reopenReason: payout.reopenReason,
  emptyReason: payout.emptyReason,
});

type PayoutOfLines = Pick<Payout, 'currency' | 'status' | 'paidAt' | 'work'>;

/** `showsCreators` is false for an API key that may not read creators. */
export function presentLine(
  line: Line,
  payout: PayoutOfLines,
  showsCreators: boolean,
): z.input<typeof lineAnswer> {
  const { status, paidAt, failedAt, failureReason } = shownLine(line, payout);
  return {
    affiliateId: line.affiliateId,
    ...(showsCreators && { name: line.name, email: line.email }),
    amount: fromMinor(line.amount, payout.currency),
    commissionsCount: line.commissionsCount,
    reason: line.reason,
    status: line.reason === null ? status : null,
    ...{ paidAt, failedAt, failureReason },
  };
}

const presentLines = (lines: readonly Line[], payout: PayoutOfLines, showsCreators: boolean) =>
  lines.map((line) => presentLine(line, payout, showsCreators));

export const presentDetail = (
  { payout, lines, excluded }: Pick<Preview, 'payout' | 'excluded'> & { readonly lines: readonly Line[] },
  showsCreators: boolean,
): z.input<typeof payoutDetail> => ({
  ...presentPayout(payout),
  lines: presentLines(lines, payout, showsCreators),
  excluded: presentLines(excluded, payout, showsCreators),
});

export interface Preview {
  readonly payout: Payout;
  readonly totals: Totals;
  readonly lines: readonly (Line & { readonly notInFile: MissingReason | null })[];
  readonly excluded: readonly Line[];
  readonly emptyReason: EmptyReason | null;
  readonly isComplete: boolean;
}

export const presentPreview = (
  { payout, totals, lines, excluded, emptyReason, isComplete }: Preview,
  showsCreators: boolean,
): z.input<typeof payoutPreview> => ({
  dryRun: true,
  ...presentTerms(payout),
  ...presentTotals(totals, payout.currency),
  lines: lines.map((line) => ({ ...presentLine(line, payout, showsCreators), notInFile: line.notInFile })),
  excluded: presentLines(excluded, payout, showsCreators),
  emptyReason,
  isComplete,
});

const columns = [
  ...[
    'affiliateId',
    'email',
    'name',
    'amount',
    'currency',
    'commissionsCount',
    'periodStart',
    'periodEnd',
    'status',
  ],
] as const;

/** Each row has the period of the payout. A failed line is not paid, so the file omits it. */
export function presentCsv(payout: Payout, lines: readonly Line[], options: CsvOptions) {
  const { id, currency, periodStart, periodEnd } = payout;
  const shown = lines.map((line) => shownLine(line, payout)).filter(({ status }) => status !== 'failed');
  const rows = shown.map(({ status, affiliateId, email, name, amount, commissionsCount }) => [
    affiliateId,
    email,
    name,
    fromMinor(amount, currency).rawJSON,
    currency,
    String(commissionsCount),
    periodStart ?? '',
    periodEnd ?? '',
    status,
  ]);
  return { name: `${id}.csv`, text: toCsv([columns, ...rows], options) };
}

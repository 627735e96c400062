// Reads the lines of payouts and the excluded creators, newest creator first. They are visible once the payout is ready.

import { query, queryPartition } from '#lib/foundation/table/client.ts';
import { excludedLinePartition, payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { positionIn, readList } from '#lib/foundation/table/pages.ts';
import { maxLinesShown } from '#lib/money/payouts/schema/payout.ts';
import { type Line, type Payout, storedLine } from '#lib/money/payouts/schema/stored.ts';
import { getPayout } from './payouts.ts';

const partitionOf = ({ brandId, id }: Payout): string => payoutLinePartition(brandId, id);

function listOf(payout: Payout, isExcluded: boolean) {
  return isExcluded
    ? { partition: excludedLinePartition(payout.brandId, payout.id), total: payout.excludedCount }
    : { partition: partitionOf(payout), total: payout.affiliatesCount + payout.failedCount };
}

export async function listLines(payout: Payout, isExcluded: boolean, page: PageRequest) {
  const { partition, total } = listOf(payout, isExcluded);
  const source = { queries: [{ partition }], kind: 'affiliate' } as const;
  if (payout.isFinal) {
    return readList(
      source,
      page,
      (line) => storedLine.parse(line),
      async () => total,
    );
  }
  positionIn(source, page);
  return { items: [], cursor: null, total: 0, totalIsExact: true };
}

async function readFirst(payout: Payout, isExcluded: boolean): Promise<readonly Line[]> {
  const { partition, total } = listOf(payout, isExcluded);
  if (!payout.isFinal || total === 0) return [];
  const { Items: items = [] } = await query({
    ...toQueryInput({ partition }),
    ScanIndexForward: false,
    Limit: maxLinesShown,
  });
  return items.map((line) => storedLine.parse(line));
}

interface PayoutWithLines {
  readonly payout: Payout;
  readonly lines: readonly Line[];
  readonly excluded: readonly Line[];
}

const attempts = 3;

/** Reads again if the payout has changed meanwhile, because its counts include the lines. */
export async function withFirstLines(payout: Payout, attempt = 1): Promise<PayoutWithLines> {
  const [lines, excluded] = await Promise.all([readFirst(payout, false), readFirst(payout, true)]);
  const present = lines.length === 0 ? payout : await getPayout(payout.brandId, payout.id);
  return present.revision === payout.revision || attempt === attempts
    ? { payout, lines, excluded }
    : withFirstLines(present, attempt + 1);
}

/** Sends one query per 1 MB, which is about 5,000 lines. */
export async function allLines(payout: Payout): Promise<readonly Line[]> {
  const items = await queryPartition(partitionOf(payout));
  return items.map((line) => storedLine.parse(line)).toReversed();
}

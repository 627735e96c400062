// Reads the lines of payouts, newest creator first. Lines are visible once the payout is ready.
import { maxLinesShown } from '#lib/payouts/schema/payout.ts';
import { type Line, type Payout, storedLine } from '#lib/payouts/schema/stored.ts';
import { query, queryPartition } from '#lib/table/client.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { decodeCursor, type PageRequest, readPage } from '#lib/table/pages.ts';

const partitionOf = ({ brandId, id }: Payout): string => payoutLinePartition(brandId, id);

export async function listLines(payout: Payout, page: PageRequest) {
  const source = { partition: partitionOf(payout) };
  if (payout.isFinal) {
    const found = await readPage(source, page, (line) => storedLine.parse(line));
    return { ...found, total: payout.affiliatesCount };
  }
  if (page.cursor !== undefined) decodeCursor(page.cursor, source, page);
  return { items: [], cursor: null, total: 0 };
}

export async function firstLines(payout: Payout): Promise<readonly Line[]> {
  if (!payout.isFinal) return [];
  const { Items: items = [] } = await query({
    ...toQueryInput({ partition: partitionOf(payout) }),
    ScanIndexForward: false,
    Limit: maxLinesShown,
  });
  return items.map((line) => storedLine.parse(line));
}

/** Sends one query per 1 MB, which is about 5,000 lines. */
export async function allLines(payout: Payout): Promise<readonly Line[]> {
  const items = await queryPartition(partitionOf(payout));
  return items.map((line) => storedLine.parse(line)).toReversed();
}

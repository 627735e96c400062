// Reads of the lines of a payout, newest creator first. They stand from when it is ready on: before, there are none.

import { linesShown } from '#lib/payouts/schema/payout.ts';
import { type Line, type Payout, storedLine } from '#lib/payouts/schema/stored.ts';
import { query, queryPartition } from '#lib/table/client.ts';
import { payoutLinePartition } from '#lib/table/keys/money-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { decodeCursor, type PageRequest, readPage } from '#lib/table/pages.ts';

const partitionOf = ({ brandId, id }: Payout): string => payoutLinePartition(brandId, id);

/** A page of lines; their number stands on the payout. */
export async function listLines(payout: Payout, page: PageRequest) {
  const source = { partition: partitionOf(payout) };
  if (payout.isFinal) {
    const found = await readPage(source, page, (line) => storedLine.parse(line));
    return { ...found, total: payout.affiliatesCount };
  }
  if (page.cursor !== undefined) decodeCursor(page.cursor, source, page);
  return { items: [], cursor: null, total: 0 };
}

/** The first lines: those that stand with the payout. */
export async function firstLines(payout: Payout): Promise<readonly Line[]> {
  if (!payout.isFinal) return [];
  const { Items: items = [] } = await query({
    ...toQueryInput({ partition: partitionOf(payout) }),
    ScanIndexForward: false,
    Limit: linesShown,
  });
  return items.map((line) => storedLine.parse(line));
}

/** All lines: a megabyte has those of some 5,000 creators. */
export async function allLines(payout: Payout): Promise<readonly Line[]> {
  const items = await queryPartition(partitionOf(payout));
  return items.map((line) => storedLine.parse(line)).toReversed();
}

// Reads the lines of a payout with the payment details of their creators, and records the download of a file.
import { recordEntry } from '#lib/access/audit-entries/writes.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { checkHasFile } from '#lib/money/payouts/rules/file.ts';
import type { LineWithDetails } from '#lib/money/payouts/rules/files.ts';
import type { FileFormat } from '#lib/money/payouts/schema/files.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';
import { withDetails } from './details.ts';
import { allLines } from './lines.ts';

/** Throws a 409 for a payout that nobody can be paid from. */
export async function linesWithDetails(payout: Payout): Promise<readonly LineWithDetails[]> {
  checkHasFile(payout);
  return withDetails(payout.brandId, await allLines(payout));
}

export const recordDownload = ({ brandId, id }: Payout, format: FileFormat, lines: number, now: Date) =>
  transact([
    recordEntry({ brandId, type: 'payout_file.downloaded', resourceId: id, data: { format, lines } }, now),
  ]);

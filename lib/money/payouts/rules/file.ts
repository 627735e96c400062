// Decides whether a payout has a CSV file.
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { PayoutStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';

const statusesWithoutFile: readonly PayoutStatus[] = ['preparing', 'canceling', 'canceled'];

export function checkHasFile({ status }: Payout): void {
  if (!statusesWithoutFile.includes(status)) return;
  throw conflict(
    'payout_has_no_file',
    `A payout that is ${status} has no file; it must be ready, paying or paid`,
  );
}

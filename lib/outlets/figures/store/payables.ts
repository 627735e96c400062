// Reads what each creator is owed. The cost depends on the number of creators with open commissions.

import { dayOf } from '#lib/foundation/shared/dates.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { payablesPartitions } from '#lib/foundation/table/keys/figure-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import {
  addPayables,
  nothingPayable,
  type Payable,
  type PayableRow,
  payableRows,
} from '#lib/outlets/figures/rules/payables.ts';
import { sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';

export interface PayablesReport {
  readonly asOf: Date;
  readonly rows: readonly (PayableRow & { readonly creator: Affiliate })[];
  readonly rowsCount: number;
  readonly totals: Payable;
}

export async function readPayables(brandId: string, limit: number, now: Date): Promise<PayablesReport> {
  const pages = await Promise.all(payablesPartitions(brandId).map(queryPartition));
  const all = payableRows(pages.flat().map(sheetOf), dayOf(now));
  const shown = all.slice(0, limit);
  const creators = await getItems(
    shown.map(({ affiliateId }) => keys.item(brandId, 'affiliate', affiliateId)),
  );
  return {
    asOf: now,
    rows: shown.map((row, index) => ({ ...row, creator: storedAffiliate.parse(creators[index]) })),
    rowsCount: all.length,
    totals: all.reduce((sum, { payable }) => addPayables(sum, payable), nothingPayable),
  };
}

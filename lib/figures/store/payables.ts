// Reads what each creator is owed. The cost depends on the number of creators with open commissions.
import { type Affiliate, storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import {
  addPayables,
  nothingPayable,
  type Payable,
  type PayableRow,
  payableRows,
} from '#lib/figures/rules/payables.ts';
import { sheetOf } from '#lib/figures/rules/sheet.ts';
import { dayOf } from '#lib/shared/dates.ts';
import { getItems, queryPartition } from '#lib/table/client.ts';
import { payablesPartitions } from '#lib/table/keys/figure-keys.ts';
import { keys } from '#lib/table/keys/keys.ts';

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

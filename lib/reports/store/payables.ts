// Reads what each creator is owed from rollups. The cost depends on the number of creators with open commissions.
import { type Affiliate, storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import {
  addPayables,
  nothingPayable,
  type Payable,
  type PayableRow,
  payableRows,
} from '#lib/reports/rules/payables.ts';
import { sheetOf } from '#lib/reports/rules/rollups.ts';
import { dayNumber } from '#lib/shared/dates.ts';
import { getItems, queryPartition } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { payablesPartition } from '#lib/table/keys/report-keys.ts';

export interface PayablesReport {
  readonly asOf: Date;
  readonly rows: readonly (PayableRow & { readonly creator: Affiliate })[];
  readonly rowsCount: number;
  readonly totals: Payable;
}

export async function readPayables(brandId: string, limit: number, now: Date): Promise<PayablesReport> {
  const items = await queryPartition(payablesPartition(brandId));
  const all = payableRows(items.map(sheetOf), dayNumber(now.toISOString()));
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

// Converts the report of payments to its answer and its CSV file.
import type * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import { type CsvOptions, toCsv } from '#lib/foundation/shared/csv.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { openTaxOf } from '#lib/money/payment-details/rules/details.ts';
import type { Tax } from '#lib/money/payment-details/schema/stored.ts';
import type { PaidCreator, PaidDays } from '#lib/money/payouts/rules/payments.ts';
import type { paymentsAnswer } from '#lib/money/payouts/schema/payments.ts';

interface Payments {
  readonly days: PaidDays;
  readonly creators: readonly PaidCreator[];
  readonly taxData: ReadonlyMap<string, Tax>;
  readonly secret: string;
}

type Report = z.input<typeof paymentsAnswer>;

export function presentPayments({ days, creators, taxData, secret }: Payments, brand: Brand): Report {
  const { id: brandId, currency } = brand;
  const taxOf = (affiliateId: string) => {
    const tax = taxData.get(affiliateId);
    return tax === undefined
      ? { country: null, taxId: null }
      : openTaxOf({ secret, owner: { brandId, affiliateId } }, tax);
  };
  const sum = (of: (creator: PaidCreator) => number) => creators.reduce((all, one) => all + of(one), 0);
  return {
    ...days,
    currency,
    rows: creators.map(({ affiliateId, name, email, amount, paymentsCount }) => ({
      ...{ affiliateId, name, email, ...taxOf(affiliateId) },
      ...{ amount: fromMinor(amount, currency), paymentsCount },
    })),
    totals: {
      amount: fromMinor(
        sum(({ amount }) => amount),
        currency,
      ),
      paymentsCount: sum(({ paymentsCount }) => paymentsCount),
    },
  };
}

const columns = ['affiliateId', 'name', 'email', 'country', 'taxId', 'amount', 'paymentsCount', 'currency'];

/** The last row has the totals. */
export function presentPaymentsCsv({ from, to, currency, rows, totals }: Report, options: CsvOptions) {
  const empty = { name: '', email: '', country: null, taxId: null };
  const cells = [...rows, { affiliateId: 'total', ...empty, ...totals }].map((row) => [
    ...[row.affiliateId, row.name, row.email, row.country ?? '', row.taxId ?? ''],
    ...[row.amount.rawJSON, String(row.paymentsCount), currency],
  ]);
  return { name: `payments-${from}-${to}.csv`, text: toCsv([columns, ...cells], options) };
}

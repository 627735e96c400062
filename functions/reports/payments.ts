import { dayOfBrand } from '#lib/access/brands/rules/days.ts';
import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { reports } from '#lib/money/payout-files/routes.ts';
import { presentPayments, presentPaymentsCsv } from '#lib/money/payouts/present/payments.ts';
import { paidCreators, paidDays } from '#lib/money/payouts/rules/payments.ts';
import { readPaidLines, readTaxData } from '#lib/money/payouts/store/payments.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(reports.payments, async ({ caller: { brand }, query, now, acceptsCsv }) => {
  const days = paidDays(query, dayOfBrand(brand, now));
  const creators = paidCreators(await readPaidLines(brand.id), days, brand);
  const ids = creators.map(({ affiliateId }) => affiliateId);
  const taxData = await readTaxData(brand.id, ids);
  const report = presentPayments({ days, creators, taxData, secret: await paymentSecret() }, brand);
  return acceptsCsv ? csv(presentPaymentsCsv(report, query)) : report;
});

import { paymentSecret } from '#lib/money/payment-details/store/key.ts';
import { payouts } from '#lib/money/payout-files/routes.ts';
import { presentFile } from '#lib/money/payouts/present/files.ts';
import { checkAvailable, contentOf, unavailableReason } from '#lib/money/payouts/rules/files.ts';
import { linesWithDetails, recordDownload } from '#lib/money/payouts/store/file-lines.ts';
import { prefetchPayout, requirePayout } from '#lib/money/payouts/store/prefetch.ts';
import { csv } from '#lib/surface/http/csv-file.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  payouts.getFile,
  async ({ caller: { brand }, params: { format }, query, prefetched, now }) => {
    const payout = requirePayout(prefetched);
    const content = contentOf(format, await linesWithDetails(payout), now);
    checkAvailable(unavailableReason(format, payout, brand, content));
    const { payments } = content;
    const file = { payout, brand, payments, secret: await paymentSecret() };
    await recordDownload(payout, format, payments.length, now);
    return csv(presentFile(format, file, now, query));
  },
  { prefetch: prefetchPayout },
);

import { presentRefund } from '#lib/money/conversions/present.ts';
import { idAtAddress, prefetchAddress } from '#lib/money/conversions/rules/address.ts';
import { prepareReversal, refundAttempts } from '#lib/money/conversions/store/refunds.ts';
import { refunds } from '#lib/money/refunds/routes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  refunds.reverse,
  async ({ caller: { brand }, params, body, now, prefetched }) => {
    const named = { conversionId: idAtAddress(params, prefetched), refundId: params.refundId };
    const { refund, writes } = await prepareReversal(named, body.reason ?? null, { brand, now });
    return { answer: presentRefund(refund), writes };
  },
  { prefetch: prefetchAddress, conflictAttempts: refundAttempts },
);

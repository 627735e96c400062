import { presentRefund } from '#lib/money/conversions/present.ts';
import { idAtAddress, prefetchAddress } from '#lib/money/conversions/rules/address.ts';
import { prepareRefund, refundAttempts } from '#lib/money/conversions/store/refunds.ts';
import { conversions } from '#lib/money/refunds/routes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/surface/http/response.ts';

export const handler = idempotentEndpoint(
  conversions.refund,
  async ({ caller: { brand }, params, body, now, prefetched }) => {
    const id = idAtAddress(params, prefetched);
    const { refund, isRepeat, writes } = await prepareRefund(id, body, { brand, now });
    const answer = presentRefund(refund);
    return isRepeat ? { answer: unchanged(answer) } : { answer, writes };
  },
  { prefetch: prefetchAddress, conflictAttempts: refundAttempts },
);

import { presentAnyRefund } from '#lib/money/conversions/present.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { prefetchOrder } from '#lib/money/conversions/rules/prefetch-order.ts';
import { preparePendingRefund } from '#lib/money/conversions/store/pending-refunds.ts';
import { prepareRefund, refundAttempts } from '#lib/money/conversions/store/refunds.ts';
import { refunds } from '#lib/money/refunds/routes.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/surface/http/response.ts';

export const handler = idempotentEndpoint(
  refunds.create,
  async ({ caller: { brand }, body, now, prefetched: { order } }) => {
    const id = recordedIdIn(order);
    const { refund, isRepeat, writes } =
      id === undefined
        ? await preparePendingRefund(body, order, { brand, now })
        : await prepareRefund(id, body, { brand, now });
    const answer = presentAnyRefund(refund);
    return isRepeat ? { answer: unchanged(answer) } : { answer, writes };
  },
  { prefetch: prefetchOrder, conflictAttempts: refundAttempts },
);

import { presentRefund } from '#lib/money/conversions/present.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { prepareRefund, refundAttempts } from '#lib/money/conversions/store/refunds.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/surface/http/response.ts';

export const handler = idempotentEndpoint(
  conversions.refund,
  async ({ caller: { brand }, params, body, now }) => {
    const { refund, isRepeat, writes } = await prepareRefund(params.id, body, { brand, now });
    const answer = presentRefund(refund);
    return isRepeat ? { answer: unchanged(answer) } : { answer, writes };
  },
  { conflictAttempts: refundAttempts },
);

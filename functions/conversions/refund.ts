import { presentRefund } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { prepareRefund, refundAttempts } from '#lib/conversions/store/refunds.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';

export const handler = idempotentEndpoint(
  conversions.refund,
  async ({ caller: { brand }, params, body, now }) => {
    const { refund, isRepeat, writes } = await prepareRefund(params.id, body, { brand, now });
    const answer = presentRefund(refund);
    return isRepeat ? { answer: unchanged(answer) } : { answer, writes };
  },
  { conflictAttempts: refundAttempts },
);

import { presentRefund } from '#lib/conversions/present.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { refundConversion } from '#lib/conversions/store/refunds.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { unchanged } from '#lib/http/response.ts';
import { memoized } from '#lib/shared/memoized.ts';

export const handler = idempotentEndpoint(
  conversions.refund,
  async ({ caller: { brand }, params, body, now, remember }) => {
    const present = memoized(presentRefund);
    const also = (made: Parameters<typeof present>[0]) => remember(present(made));
    const { refund, isRepeat } = await refundConversion(params.id, body, { brand, now, also });
    return isRepeat ? unchanged(present(refund)) : present(refund);
  },
);

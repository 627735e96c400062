import { presentRefund } from '#lib/conversions/present.ts';
import { refundConversion } from '#lib/conversions/refunds.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { repeated } from '#lib/http/response.ts';

export const handler = endpoint(conversions.refund, async ({ caller: { brand }, params, body, now }) => {
  const { refund, isRepeat } = await refundConversion(params.id, body, { brand, now });
  return isRepeat ? repeated(presentRefund(refund)) : presentRefund(refund);
});

// Sends a request to the API of a shop, which is a stranger as the receivers of webhooks are.
import { sendWebhook } from '#lib/outlets/webhooks/store/send.ts';
import { type AskShop, fields, RefusedByShop, ShopUnavailable } from '#lib/shops/coupons/coupon.ts';

const maxResponseBytes = 200 * 1024;
const maxReasonLength = 300;
const tooManyRequests = 429;
const firstServerError = 500;

function parsed(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedByShop('The shop did not answer with JSON. Check the address of the shop');
  }
}

/** Stripe, WooCommerce and Shopify each have another form of errors. */
function reasonIn(response: string | null): string {
  try {
    const { error, message, errors } = fields(JSON.parse(response ?? ''));
    const reason = fields(error).message ?? message ?? errors ?? error;
    return `: ${(typeof reason === 'string' ? reason : JSON.stringify(reason)).slice(0, maxReasonLength)}`;
  } catch {
    return '';
  }
}

export const askShop: AskShop = async (request) => {
  const { status, error, response } = await sendWebhook(request, { maxResponseBytes });
  if (error === null) return parsed(response ?? '');
  if (status === null || status === tooManyRequests || status >= firstServerError)
    throw new ShopUnavailable(`The API of the shop is unavailable: ${error}`);
  throw new RefusedByShop(
    `The API of the shop refused the coupon with the status ${status}${reasonIn(response)}`,
  );
};

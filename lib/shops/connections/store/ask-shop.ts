// Sends a request to the API of a shop, which is a stranger as the receivers of webhooks are.
import {
  type AskShop,
  fields,
  RefusedByShop,
  type ShopRequest,
  ShopUnavailable,
} from '#lib/shops/coupons/rules/coupon.ts';

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

/** Sends one request to a stranger, and never throws. `status` is null without a response. */
export type SendToStranger = (
  request: ShopRequest,
  options: { readonly maxResponseBytes: number },
) => Promise<{
  readonly status: number | null;
  readonly error: string | null;
  readonly response: string | null;
}>;

export const askWith =
  (send: SendToStranger): AskShop =>
  async (request) => {
    const { status, error, response } = await send(request, { maxResponseBytes });
    if (error === null) return parsed(response ?? '');
    if (status === null || status === tooManyRequests || status >= firstServerError)
      throw new ShopUnavailable(`The API of the shop is unavailable: ${error}`);
    throw new RefusedByShop(
      `The API of the shop refused the coupon with the status ${status}${reasonIn(response)}`,
    );
  };

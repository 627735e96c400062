// Tells a short story of the built TypeScript client. `runtimes.ts` runs it in Node, Deno and Bun: `story.mjs <base URL>`.
import { ApiError, createClient, isApiError, verifyWebhook } from '../../.tools/client/client/index.js';

const baseUrl = globalThis.Deno?.args[0] ?? process.argv[2];
const run = crypto.randomUUID();

function check(isRight, expectation) {
  if (!isRight) throw new Error(`Expected: ${expectation}`);
}

const admin = createClient({
  baseUrl,
  login: { email: 'admin@growth.test', password: 'local-demo-password' },
});
const { key } = await admin.apiKeys.create({ name: run, mode: 'live', scopes: ['*'] });

let losses = 1;
/** Loses the response of the first POST. */
async function losingFetch(url, init) {
  const response = await fetch(url, init);
  if (init.method !== 'POST' || losses === 0) return response;
  losses -= 1;
  await response.body?.cancel();
  throw new TypeError('The response is lost');
}
const shop = createClient({ baseUrl, apiKey: key, fetch: losingFetch });

const { data: order, response } = await shop.conversions
  .create({ orderId: run, amount: 49.9 })
  .withResponse();
check(response.headers.get('idempotency-replayed') === 'true', 'the retry returns the original response');
check((await shop.conversions.getByOrderId(run)).id === order.id, 'the order is recorded once');

const creators = new Set();
for await (const { id } of shop.affiliates.list({ limit: 5 })) creators.add(id);
const { meta } = await shop.affiliates.list({ limit: 1 });
check(creators.size === meta.total && creators.size > 5, 'the iteration returns every creator once');

const error = await shop.affiliates.get('aff_01JD0000000000000000000000').catch((caught) => caught);
check(error instanceof ApiError && isApiError(error, 'affiliate_not_found'), 'an unknown creator is a 404');

const aborted = await shop.affiliates
  .list({}, { signal: AbortSignal.abort(new Error('left')) })
  .catch((caught) => caught);
check(aborted.message === 'left', 'a signal ends a request');

/** The specification of Standard Webhooks names the signature of this example. */
const body = '{"test": 2432232314}';
const headers = {
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const now = new Date(1614265330 * 1000);
const event = await verifyWebhook(body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now });
check(event.test === 2432232314, 'a signed webhook is verified');

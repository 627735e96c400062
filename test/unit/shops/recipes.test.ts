// Runs the recipes of docs/shops.md, and reads their results as the messages of a shop.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { conversionInput } from '#lib/money/conversions/schema/order.ts';
import { consoleTextsOf } from '#lib/pages/console/texts.ts';
import type { Adapter } from '#lib/shops/adapters/adapter.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';
import { readSnippet } from '#lib/surface/pages/snippet.ts';
import { wooOrder } from '#test/support/shop-messages.ts';

const guide = readFileSync('docs/shops.md', 'utf8');
const click = { clickId: 'clk_01JD0000000000000000000000', trackingCode: 'eve' };
const cookies = { affiliateClick: encodeURIComponent(JSON.stringify(click)) };

/** The block of code below a heading. */
function recipe(heading: string): string {
  const [, code = ''] =
    new RegExp(`### ${heading}\\n[^#]*?\`\`\`\\w+\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  const lines = code.split('\n').filter((line) => line.trim() !== '');
  expect(lines.length, heading).toBeGreaterThan(4);
  expect(lines.length, heading).toBeLessThanOrEqual(10);
  return code.replaceAll(/<\/?script>/g, '');
}

const run = (code: string, context: object) => runInNewContext(`(async () => { ${code} })()`, context);

function referencesIn(type: Adapter['type'], headers: Record<string, string>, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { readings } = adapters[type].read(headers, text, {}, new Date());
  const [reading] = readings;
  if (reading?.kind !== 'order') throw new Error(`The message is no order: ${JSON.stringify(reading)}`);
  const { clickId, trackingCode } = reading.order;
  return { clickId, trackingCode };
}

test('the order that the guide sends without a shop is one of WooCommerce, of the creator that it names', () => {
  const [, text = ''] = /^ORDER='([\s\S]*?\})'$/m.exec(guide) ?? [];
  const order = text.replaceAll("'$NOW'", '2026-03-01T12:00:00');
  const { readings } = adapters.woocommerce.read(
    { 'x-wc-webhook-topic': 'order.created' },
    order,
    {},
    new Date(),
  );
  expect(readings).toMatchObject([
    { kind: 'order', order: { orderId: '1001', amount: 4990, currency: 'USD', trackingCode: 'eve' } },
  ]);
});

test('the recipe for Shopify stores the click in the attributes that the connection reads', async () => {
  let sent: { readonly url: string; readonly attributes: object } | undefined;
  await run(recipe('Shopify'), {
    JSON,
    addEventListener: (type: string, listen: (event: object) => void) =>
      type === 'affiliate' && listen({ detail: { ...click, sub1: 'story' } }),
    fetch: (url: string, { body }: { readonly body: string }) => {
      sent = { url, ...JSON.parse(body) };
    },
  });
  expect(sent?.url).toBe('/cart/update.js');
  const attributes = Object.entries(sent?.attributes ?? {});
  const order = {
    ...{ id: 1, created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z' },
    ...{ financial_status: 'paid', currency: 'USD', total_price: '10.00' },
    note_attributes: attributes.map(([name, value]) => ({ name, value })),
  };
  expect(referencesIn('shopify', { 'x-shopify-topic': 'orders/paid' }, order)).toEqual(click);
});

test('the recipe for WooCommerce stores the click in the meta data that the connection reads', () => {
  const [, list = ''] = /foreach \(\[([^\]]*)\] as \$name\)/.exec(recipe('WooCommerce')) ?? [];
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name as keyof typeof click);
  expect(recipe('WooCommerce')).toContain(`$_COOKIE['${Object.keys(cookies)}']`);
  const order = wooOrder({ meta_data: names.map((key) => ({ key, value: click[key] })) });
  expect(referencesIn('woocommerce', { 'x-wc-webhook-topic': 'order.created' }, order)).toEqual(click);
});

test.each([
  ['payment', 'a payment', { payment_intent: 'pi_1' }],
  ['subscription', 'a subscription and its renewals', { invoice: 'in_1' }],
])('the recipe for Stripe in the mode %s passes the click on to %s', async (mode, _, more) => {
  let created: Record<string, unknown> = {};
  const create = (parameters: object): void => {
    created = structuredClone({ ...parameters });
  };
  const context = {
    JSON,
    decodeURIComponent,
    cookies,
    order: { mode },
    stripe: { checkout: { sessions: { create } } },
  };
  await run(recipe('Stripe Checkout'), context);
  const event = (type: string, object: object) => ({
    ...{ id: 'evt_1', type, created: 1_772_000_000, livemode: true },
    data: { object },
  });
  const session = {
    id: 'cs_1',
    payment_status: 'paid',
    currency: 'usd',
    amount_total: 1000,
    ...more,
    ...created,
  };
  expect(referencesIn('stripe', {}, event('checkout.session.completed', session))).toEqual(click);
  // The id of the click is enough where metadata is lost.
  const bare = event('checkout.session.completed', { ...session, metadata: {} });
  expect(referencesIn('stripe', {}, bare).clickId).toBe(click.clickId);
  if (mode === 'payment') return;
  const invoice = {
    id: 'in_2',
    created: 1_772_000_000,
    total: 1000,
    amount_due: 1000,
    currency: 'usd',
    status: 'paid',
  };
  const renewal = { ...invoice, parent: { subscription_details: created.subscription_data } };
  expect(referencesIn('stripe', {}, event('invoice.paid', renewal))).toEqual(click);
});

test.each([undefined, '%7B%22a', '%'])(
  'the recipe for Stripe sells without a click for the cookie %s',
  async (affiliateClick) => {
    let created: object | undefined;
    const create = (parameters: object): void => {
      created = structuredClone({ ...parameters });
    };
    const context = { JSON, decodeURIComponent, cookies: { affiliateClick }, order: { mode: 'payment' } };
    await run(recipe('Stripe Checkout'), { ...context, stripe: { checkout: { sessions: { create } } } });
    expect(created).toMatchObject({ mode: 'payment' });
  },
);

test('the recipe for a custom shop sends an order that the API accepts', async () => {
  let sent: Record<string, unknown> = {};
  await run(recipe('Custom shop'), {
    ...{ JSON, Number, api: 'https://api.acme.test/v1', apiKey: 'key' },
    form: { orderId: '1', amount: '1000', ...click },
    order: { orderId: '1041', amount: 49.9 },
    fetch: (url: string, { body }: { readonly body: string }) => {
      sent = { url, ...JSON.parse(body) };
      return { ok: true };
    },
  });
  const { url, ...order } = sent;
  expect(url).toBe('https://api.acme.test/v1/conversions');
  expect(conversionInput.parse(order)).toMatchObject({ orderId: '1041', amount: 49.9, ...click });
});

const eventsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b[a-z_]+(?:\.[a-z_]+)+\b/g)].map(([name]) => name).toSorted();

test('the guide and the console name exactly the events of Stripe that the connection applies', () => {
  const source = readFileSync('lib/shops/adapters/stripe/stripe.ts', 'utf8');
  const applied = [...source.matchAll(/^ {2}'([\w.]+)': (?!ignored)/gm)]
    .map(([, name = '']) => name)
    .toSorted();
  expect(applied).toContain('refund.created');
  const [row = ''] = /^ *\| Stripe \|.*$/m.exec(guide) ?? [];
  expect(eventsIn(row)).toEqual(applied);
  for (const language of ['en', 'de'] as const)
    expect(eventsIn(consoleTextsOf(language).connections.stepsOf.stripe?.[1] ?? '')).toEqual(applied);
});

test('the guide names the integrity of version 1, which never changes: a change of the script needs a new version', () => {
  const [, integrity] = /integrity="([^"]+)"/.exec(guide) ?? [];
  const text = readSnippet()['/v1/t.js?v=1']?.text ?? '';
  expect(integrity).toBe(`sha384-${hash('sha384', text, 'base64')}`);
});

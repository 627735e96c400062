import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Adapter } from '#lib/shops/adapters/adapter.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';
import { UnreadableMessage } from '#lib/shops/adapters/message.ts';
import * as messages from '#test/support/shops/messages.ts';
import * as shopify from '#test/support/shops/shopify.ts';
import * as stripe from '#test/support/shops/stripe.ts';
import * as woocommerce from '#test/support/shops/woocommerce.ts';
import { sized } from '#test/support/size.ts';

const types = ['shopify', 'stripe', 'woocommerce'] as const;

/** Made by `openssl dgst -sha256 -hmac hush -binary | base64`. */
const body = Buffer.from('{"id":820982911946154508,"note":"Zoë"}');
const base64 = '+aALRvt8qMOewemb05cXWI6xdYGz5XikBQGl8nRES8k=';

/** Made by `generateTestHeaderString` of Stripe's library for Node, version 23.1.0. */
const secret = 'whsec_test_secret';
const seconds = 1_700_000_000;
const event = Buffer.from(
  '{"id":"evt_1","object":"event","created":1700000000,"livemode":true,"type":"customer.created","data":{"object":{"name":"Zoë"}}}',
);
const v1 = '84aea4d44ac95ed42212963ecb2282ae25b01577f715f3a378ca00d74eeac947';

describe.each([
  ['shopify', 'x-shopify-hmac-sha256'],
  ['woocommerce', 'x-wc-webhook-signature'],
] as const)('signatures of %s', (type, name) => {
  const verify = (signature?: string, key = 'hush', rawBody = body) =>
    adapters[type].verify(key, { [name]: signature }, rawBody, 0);

  test('a signature is accepted only for the secret and the body that it signs', () => {
    expect(verify(base64)).toBe(true);
    expect(verify(base64, 'hush2')).toBe(false);
    expect(verify(base64, 'hush', Buffer.concat([body, Buffer.from(' ')]))).toBe(false);
  });

  test.each([
    undefined,
    '',
    `${base64} `,
    base64.slice(0, -1),
    base64.replace('+', '-'),
    `${base64},${base64}`,
  ])('a signature is refused if the header is %s', (signature) => {
    expect(verify(signature)).toBe(false);
  });

  test('a signature is refused without a secret', () => {
    expect(verify(createHmac('sha256', '').update(body).digest('base64'), '')).toBe(false);
  });
});

describe('signatures of Stripe', () => {
  const verify = (header?: string, now = seconds * 1000, key = secret, rawBody = event) =>
    adapters.stripe.verify(key, { 'stripe-signature': header }, rawBody, now);
  const good = `t=${seconds},v1=${v1}`;

  test('a signature is accepted only for the secret, the body and the time that it signs', () => {
    expect(verify(good)).toBe(true);
    expect(verify(good, undefined, 'whsec_other')).toBe(false);
    expect(verify(good, undefined, secret, Buffer.from('{}'))).toBe(false);
    expect(verify(`t=${seconds + 1},v1=${v1}`)).toBe(false);
  });

  test('a signature is refused without a secret', () => {
    const forged = createHmac('sha256', '').update(`${seconds}.`).update(event).digest('hex');
    expect(verify(`t=${seconds},v1=${forged}`, undefined, '')).toBe(false);
  });

  test('a signature is accepted if one of several fits, as while a secret is rotated', () => {
    expect(verify(`t=${seconds},v1=${'0'.repeat(64)},v1=${v1},v0=${'1'.repeat(64)}`)).toBe(true);
    expect(verify(`t=${seconds},v1=${'0'.repeat(64)},v0=${v1}`)).toBe(false);
  });

  test.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('a signature with an age of %d seconds is accepted: %s', (age, isAccepted) => {
    expect(verify(good, (seconds + age) * 1000)).toBe(isAccepted);
  });

  test.each([
    undefined,
    '',
    'v1',
    `v1=${v1}`,
    `t=,v1=${v1}`,
    `t=1e9,v1=${v1}`,
    `t=${seconds}`,
    `t=${seconds},v1=`,
  ])('a signature is refused if the header is %s', (header) => {
    expect(verify(header)).toBe(false);
  });
});

test('no header and no body makes the check of a signature fail, and no body makes reading fail otherwise than as unreadable', () => {
  const header = fc.oneof(fc.string(), fc.constant(`t=${seconds},v1=${v1}`));
  const topic = fc.constantFrom(
    'orders/updated',
    'refunds/create',
    'order.updated',
    'order.deleted',
    '__proto__',
    '',
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      header,
      topic,
      fc.oneof(fc.string(), fc.json()),
      (type, signature, named, text) => {
        const headers = {
          'x-shopify-hmac-sha256': signature,
          'x-wc-webhook-signature': signature,
          'stripe-signature': signature,
          'x-shopify-topic': named,
          'x-wc-webhook-topic': named,
        };
        expect(adapters[type].verify('hush', headers, Buffer.from(text), seconds * 1000)).toBe(false);
        expectReadable(type, headers, text);
      },
    ),
    { numRuns: sized(300, 5000) },
  );
});

function expectReadable(type: Adapter['type'], headers: Record<string, string>, text: string): void {
  try {
    expect(adapters[type].read(headers, text, {}, messages.receivedAt).readings.length).toBeGreaterThan(0);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableMessage);
  }
}

test.each([
  [
    'shopify',
    shopify.message(
      'orders/updated',
      shopify.order({
        refunds: [
          shopify.refund(7, { refund_line_items: [shopify.refundLine(shopify.line(1, '50.00'), 50, 0)] }),
        ],
      }),
    ),
  ],
  ['stripe', stripe.message('checkout.session.completed', stripe.session())],
  ['stripe', stripe.message('invoice.paid', stripe.invoice())],
  [
    'woocommerce',
    woocommerce.message('order.updated', woocommerce.order({ refunds: [woocommerce.refund(1, '-5.00')] })),
  ],
] as const)(
  'a message of %s with any one value replaced is read or unreadable',
  (type, { headers, body: text }) => {
    const strange = [null, -1, 1e21, '', 'NaN', [], {}, [null], true, '9'.repeat(40), '2026-13-45T00:00:00Z'];
    let variants = 0;
    for (const path of pathsIn(JSON.parse(text))) {
      for (const value of strange) {
        variants += 1;
        expectReadable(
          type,
          { ...headers } as Record<string, string>,
          JSON.stringify(replaced(JSON.parse(text), path, value)),
        );
      }
    }
    expect(variants).toBeGreaterThan(200);
  },
);

const pathsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [[...path, key], ...pathsIn(child, [...path, key])])
    : [];

function replaced(root: Record<string, unknown>, path: readonly string[], value: unknown): unknown {
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((object, key) => object[key] as Record<string, unknown>, root);
  parent[path.at(-1) ?? ''] = value;
  return root;
}

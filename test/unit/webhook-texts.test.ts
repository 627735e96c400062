// Tests the texts that Slack and Discord receive.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventTypes } from '#lib/foundation/contract/event-types.ts';
import { bodyOf } from '#lib/outlets/webhooks/rules/bodies.ts';
import { eventExamplesFile } from '#lib/surface/api/examples.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import type { Json } from '#test/support/json.ts';

const event = {
  id: 'evt_1',
  type: 'affiliate.updated',
  resourceId: 'aff_1',
  data: { id: 'aff_1', name: 'Ada' },
};
const slackText = (given: object, creatorName?: string): string =>
  JSON.parse(bodyOf('slack', { ...event, ...given }, creatorName)).text;
const discordText = (given: object): string => JSON.parse(bodyOf('discord', { ...event, ...given })).content;

/** Leaves out the reference at the end. */
const sentenceOf = (type: string, data: object, changes: object = {}, creatorName?: string): string =>
  slackText({ type, data, changes }, creatorName).replace(` (${type} aff_1)`, '');

describe('formatting and mentions', () => {
  const name = '<!here> & *bold* _it_ [a](b) @everyone @Channel ada@all.test';

  test('Slack receives a text without formatting, links and mentions', () => {
    expect(
      JSON.parse(bodyOf('slack', { ...event, type: 'affiliate.paused', data: { id: 'aff_1', name } })),
    ).toEqual({
      text: '&lt;!here&gt; &amp; *bold* _it_ [a](b) @\u200Beveryone @\u200BChannel ada@all.test was paused (affiliate.paused aff_1)',
      mrkdwn: false,
    });
  });

  test('Discord receives a text without formatting that notifies nobody', () => {
    expect(
      JSON.parse(bodyOf('discord', { ...event, type: 'affiliate.paused', data: { id: 'aff_1', name } })),
    ).toEqual({
      content:
        String.raw`\<!here\> & \*bold\* \_it\_ \[a\](b) ` +
        String.raw`@${'\u200B'}everyone @${'\u200B'}Channel ada@all.test was paused (affiliate.paused aff\_1)`,
      allowed_mentions: { parse: [] },
    });
  });

  test('the text is one line of valid Unicode for every value', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (after) => {
        const content = discordText({
          data: { id: 'aff_1', name: after },
          changes: { name: { before: null, after } },
        });
        expect(content.isWellFormed()).toBe(true);
        expect(content).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { examples: [[`${'a'.repeat(78)}😀b`], ['Ada\nLovelace'], ['\uD83D']] },
    );
  });

  test('a text for Discord has at most 2,000 characters', () => {
    const change = { before: '*'.repeat(5000), after: '_'.repeat(5000) };
    const changes = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`field${index}`.repeat(20), change]),
    );
    expect(discordText({ changes }).length).toBeLessThanOrEqual(2000);
  });
});

describe('changes', () => {
  test('a text has the first five changes', () => {
    const change = { before: 1, after: 2 };
    const changes = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, change]));
    expect(slackText({ changes })).toBe(
      'Ada changed: a 1 → 2, b 1 → 2, c 1 → 2, d 1 → 2, e 1 → 2 (affiliate.updated aff_1)',
    );
  });

  test('a value of more than 80 characters is cut, and one of 80 is not', () => {
    const changes = { name: { before: 'x'.repeat(80), after: 'y'.repeat(81) } };
    expect(slackText({ changes })).toContain(`: name ${'x'.repeat(80)} → ${'y'.repeat(79)}… (`);
  });
});

describe('sentences', () => {
  const examples: Json = JSON.parse(readFileSync(eventExamplesFile, 'utf8'));

  test.each(Object.keys(eventTypes))(
    'the recorded example of %s has a sentence before its type and id',
    (type) => {
      const { resourceId } = examples[type];
      expect(slackText(examples[type])).toMatch(new RegExp(`^.+ .+ \\(${type} ${resourceId}\\)$`));
    },
  );

  const rate = { type: 'percentage', value: 10, source: 'brand' };
  const earned = { affiliateId: 'aff_1', orderId: '1041', amount: 4.99, currency: 'EUR', rate, hold: null };

  test('the sentence of a commission names its creator, amount, rate and order', () => {
    const sentence = (changes: object) =>
      sentenceOf('commission.created', { ...earned, ...changes }, {}, 'Ada');
    expect(sentence({})).toBe('Ada earned €4.99 (10%) with order 1041');
    expect(sentence({ currency: 'JPY', amount: 500, rate: { type: 'fixed', value: 500 } })).toBe(
      'Ada earned ¥500 (fixed amount) with order 1041',
    );
    expect(sentence({ hold: 'risk' })).toBe('Ada earned €4.99 (10%) with order 1041, held for review');
    expect(sentence({ amount: -4.99 })).toBe('Ada pays back €4.99 of order 1041');
    const manual = { kind: 'openingBalance', orderId: null, rate: null };
    expect(sentence(manual)).toBe('The opening balance of Ada (€4.99) was created');
    expect(sentenceOf('commission.created', earned)).toBe('aff_1 earned €4.99 (10%) with order 1041');
  });

  test('the sentence of a reversed commission has the amount that it had', () => {
    const reversed = { ...earned, amount: 0, originalAmount: 4.99 };
    expect(sentenceOf('commission.reversed', reversed, {}, 'Ada')).toBe(
      'The commission of Ada for order 1041 (€4.99) was reversed',
    );
    expect(sentenceOf('commission.approved', earned, {}, 'Ada')).toBe(
      'The commission of Ada for order 1041 (€4.99) was approved',
    );
  });

  test('the sentences of an order have its amount, its refund and its creator on one line', () => {
    const order = { orderId: '10\n41', amount: 49.9, refundedAmount: 20, currency: 'CHF', affiliateId: null };
    expect(sentenceOf('conversion.recorded', order)).toBe('Order 10 41 of CHF 49.90 was recorded');
    expect(sentenceOf('conversion.recorded', { ...order, affiliateId: 'aff_1' }, {}, 'Ada')).toBe(
      'Order 10 41 of CHF 49.90 was recorded for Ada',
    );
    expect(sentenceOf('conversion.refunded', order)).toBe(
      'CHF 20.00 of order 10 41 (CHF 49.90) was refunded',
    );
  });

  test('the sentences of a payout have its amount, its creators and the reason why it is empty', () => {
    const payout = { amount: 500, currency: 'USD', affiliatesCount: 12, emptyReason: null };
    expect(sentenceOf('payout.paid', payout)).toBe('A payout of $500.00 to 12 creators was paid');
    expect(sentenceOf('payout.ready', { ...payout, affiliatesCount: 1 })).toBe(
      'A payout of $500.00 to 1 creator can be paid',
    );
    expect(sentenceOf('payout.canceled', { ...payout, emptyReason: 'nothingOwed' })).toBe(
      'A payout was canceled, because nothing was payable',
    );
  });

  test('the sentence of a disabled endpoint has its host and the reason', () => {
    const url = 'https://hooks.acme.test/a/b?…';
    const sentence = (disabledReason: string) =>
      sentenceOf('webhook_endpoint.disabled', { url, disabledReason });
    expect(['request', 'gone', 'failing'].map(sentence)).toEqual([
      'Webhook endpoint hooks.acme.test was disabled',
      'Webhook endpoint hooks.acme.test was disabled, because it answered 410',
      'Webhook endpoint hooks.acme.test was disabled, because all requests of five days have failed',
    ]);
  });

  test('the sentence of a creator without a name, or whose name was erased, has the id', () => {
    const sentence = (name: string) => sentenceOf('affiliate.banned', { id: 'aff_2', name });
    expect(['Ada', '', 'Erased'].map(sentence)).toEqual([
      'Ada was banned',
      'aff_2 was banned',
      'aff_2 was banned',
    ]);
  });

  test('the text of an event without its data has the type and the id', () => {
    expect(slackText({ type: 'commission.created', data: {} })).toBe('commission.created aff_1');
    expect(slackText({ type: 'toString', data: {} })).toBe('toString aff_1');
  });
});

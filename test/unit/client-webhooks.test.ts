// Tests that the TypeScript client accepts exactly the webhooks that the library of Standard Webhooks signs.
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '#lib/client/index.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret, also long').toString('base64')}`;
const now = new Date('2026-03-01T09:30:00Z');
const event = { id: 'evt_1', type: 'conversion.recorded', data: { orderId: 'Zoë’s order' } };
const body = JSON.stringify(event);

const signedAt = (at: Date, by = secret) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(by).sign('evt_1', at, body),
});
const secondsLater = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe('verifyWebhook', () => {
  test('verifyWebhook returns the event of a signed webhook, with headers of fetch or of Node, and a text or bytes', async () => {
    const headers = signedAt(now);
    const verified = await Promise.all([
      verifyWebhook(body, new Headers(headers), secret, { now }),
      verifyWebhook(new TextEncoder().encode(body), headers, secret, { now }),
      verifyWebhook(Buffer.from(body), headers, secret, { now }),
    ]);
    expect(verified).toEqual([event, event, event]);
    if (verified[0]?.type === 'conversion.recorded') expect(verified[0].data.orderId).toBe('Zoë’s order');
  });

  test('verifyWebhook accepts each of several signatures, because two secrets sign after a rotation', async () => {
    const [own, foreign] = [secret, other].map((by) => signedAt(now, by)['webhook-signature']);
    for (const signatures of [`${own} ${foreign}`, `${foreign} v1a,xyz v1,%% ${own}`]) {
      const headers = { ...signedAt(now), 'webhook-signature': signatures };
      expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
    }
  });

  test('verifyWebhook refuses another secret, body, id or time, and a missing header', async () => {
    const headers = signedAt(now);
    const { 'webhook-id': _, ...withoutId } = headers;
    const attempts = [
      verifyWebhook(body, headers, other, { now }),
      verifyWebhook(`${body} `, headers, secret, { now }),
      verifyWebhook(body, { ...headers, 'webhook-id': 'evt_2' }, secret, { now }),
      verifyWebhook(
        body,
        { ...headers, 'webhook-timestamp': signedAt(secondsLater(1))['webhook-timestamp'] },
        secret,
        { now },
      ),
      verifyWebhook(body, { ...headers, 'webhook-timestamp': 'today' }, secret, { now }),
      verifyWebhook(
        body,
        { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') },
        secret,
        { now },
      ),
      verifyWebhook(body, withoutId, secret, { now }),
    ];
    const results = await Promise.allSettled(attempts);
    expect(results.map((result) => result.status === 'rejected' && result.reason.constructor)).toEqual(
      attempts.map(() => WebhookVerificationError),
    );
  });

  test('verifyWebhook reports a secret that is empty or misspelled as an error of the program, because its key would be empty', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_not_base64!'])
      await expect(verifyWebhook(body, signedAt(now), wrong, { now })).rejects.toBeInstanceOf(TypeError);
  });

  test('verifyWebhook refuses a webhook that is more than five minutes old or new, or another tolerance', async () => {
    const at = (seconds: number, tolerance?: number) =>
      verifyWebhook(body, signedAt(secondsLater(seconds)), secret, { now, ...(tolerance && { tolerance }) });
    expect(await Promise.all([at(-300), at(300), at(-600, 600)])).toEqual([event, event, event]);
    const refused = await Promise.allSettled([at(-301), at(301), at(-300, 60)]);
    expect(refused.map((result) => result.status === 'rejected' && result.reason.message)).toEqual(
      refused.map(() => 'The webhook is too old or too new'),
    );
  });
});

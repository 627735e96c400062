// Tests the rules of webhooks: signatures, the schedule of retries, pauses, the plan of the next run, URLs and failures.
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { attempted, deliveryId, newDelivery, restarted } from '#lib/outlets/webhooks/rules/delivery.ts';
import { missedBefore, newEndpoint } from '#lib/outlets/webhooks/rules/endpoint.ts';
import { failureOf, RefusedAddress, statusError } from '#lib/outlets/webhooks/rules/failures.ts';
import { healthAfter, reasonToDisable } from '#lib/outlets/webhooks/rules/health.ts';
import { allowLoopback, isAllowedLoopbackUrl } from '#lib/outlets/webhooks/rules/loopback.ts';
import { delayUntil, planned } from '#lib/outlets/webhooks/rules/plan.ts';
import { printable } from '#lib/outlets/webhooks/rules/response-text.ts';
import { nextAttemptAt } from '#lib/outlets/webhooks/rules/retry-schedule.ts';
import { newSecrets, rotatedSecrets, signingSecrets } from '#lib/outlets/webhooks/rules/secrets.ts';
import { shownUrl } from '#lib/outlets/webhooks/rules/shown-url.ts';
import { newSecret, signatureHeaders } from '#lib/outlets/webhooks/rules/signature.ts';
import { wakesIn } from '#lib/outlets/webhooks/rules/wake.ts';
import type { Attempt } from '#lib/outlets/webhooks/schema/delivery.ts';

const now = new Date('2026-03-01T09:30:00.000Z');
const attempt = (status: number | null, error: string | null, at = now): Attempt => ({
  at: at.toISOString(),
  status,
  durationMs: 100,
  error,
});
const failure = attempt(500, 'The endpoint answered with the status 500');
const success = attempt(204, null);

describe('the signature of a webhook', () => {
  const id = 'evt_01JD0000000000000000000000';
  const body = '{"type":"payout.paid","name":"Zoë"}';
  const secrets = [newSecret(), newSecret()];
  const headers = signatureHeaders({ id, at: new Date(), body, secrets });
  const isAccepted = (secret: string, changed: Record<string, string> = {}, text = body): boolean => {
    try {
      new Webhook(secret).verify(text, { ...headers, ...changed });
      return true;
    } catch {
      return false;
    }
  };

  test('the library of Standard Webhooks accepts it with each of the secrets, and with no other', () => {
    expect(secrets.map((secret) => isAccepted(secret))).toEqual([true, true]);
    expect(isAccepted(newSecret())).toBe(false);
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('the library refuses it with another body, id or time', () => {
    const [secret = ''] = secrets;
    expect(isAccepted(secret, {}, `${body} `)).toBe(false);
    expect(isAccepted(secret, { 'webhook-id': 'evt_01JD0000000000000000000001' })).toBe(false);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(isAccepted(secret, { 'webhook-timestamp': later })).toBe(false);
  });
});

describe('the rotation of a secret', () => {
  test('a former secret signs for 24 hours', () => {
    const first = newSecrets();
    const rotated = rotatedSecrets(first, now);
    expect(signingSecrets(rotated, now)).toEqual([rotated.current, first.current]);
    expect(signingSecrets(rotated, addSeconds(now, 86_399))).toHaveLength(2);
    expect(signingSecrets(rotated, addSeconds(now, 86_400))).toEqual([rotated.current]);
  });

  test('the eleventh rotation within 24 hours is refused, so that no secret stops signing early', () => {
    const first = newSecrets();
    let secrets = first;
    for (let rotations = 0; rotations < 10; rotations += 1) secrets = rotatedSecrets(secrets, now);
    expect(new Set(signingSecrets(secrets, now)).size).toBe(11);
    expect(signingSecrets(secrets, now)).toContain(first.current);
    expect(() => rotatedSecrets(secrets, now)).toThrow('rotated 10 times in 24 hours');
    expect(
      signingSecrets(rotatedSecrets(secrets, addSeconds(now, 86_400)), addSeconds(now, 86_400)),
    ).toHaveLength(2);
  });
});

describe('the missed time of an endpoint', () => {
  const endpoint = newEndpoint(
    'brd_01JD0000000000000000000000',
    { url: 'https://hooks.acme.test/', events: ['*'], format: 'json' },
    { granted: ['*'] },
    now,
  );
  const at = (seconds: number) => addSeconds(now, seconds).toISOString();
  const progress = { failingSince: at(50), failingFrom: at(40) };

  test('it begins with the oldest event that the endpoint may not have received', () => {
    const disabled = { ...endpoint, disabledAt: at(60), failingSince: at(55) };
    const from = (firstUnsentAt: string | undefined, failing = progress) =>
      missedBefore(disabled, { progress: failing, firstUnsentAt, lastSkippedAt: at(70) }, addSeconds(now, 99))
        .from;
    expect(from(undefined)).toBe(at(40));
    expect(from(at(30))).toBe(at(30));
    expect(from(undefined, { failingSince: at(50), failingFrom: at(65) })).toBe(at(50));
  });

  test('it includes the newest skipped event, also one of this millisecond and of a clock that is ahead', () => {
    const to = (lastSkippedAt: string) =>
      missedBefore(endpoint, { progress, firstUnsentAt: undefined, lastSkippedAt }, now).to;
    expect(to(at(-1))).toBe(at(0));
    expect(to(at(0))).toBe(new Date(now.getTime() + 1).toISOString());
    expect(to(at(5))).toBe(new Date(now.getTime() + 5001).toISOString());
  });
});

describe('the schedule of retries', () => {
  const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

  test('the nine retries follow after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with a jitter of 10%', () => {
    for (const [index, delay] of seconds.entries()) {
      const delayWith = (random: number) =>
        ((nextAttemptAt(index + 1, now, random)?.getTime() ?? 0) - now.getTime()) / 1000;
      expect(delayWith(0.5)).toBe(delay);
      expect(delayWith(0)).toBeCloseTo(delay * 0.9, 3);
      expect(delayWith(1)).toBeCloseTo(delay * 1.1, 3);
    }
  });

  test('no retry follows after the tenth failure', () => {
    expect(nextAttemptAt(10, now, 0.5)).toBeUndefined();
  });
});

describe('a delivery', () => {
  const endpoint = { id: 'whe_01JD0000000000000000000000', brandId: 'brd_01JD0000000000000000000000' };
  const event = { id: 'evt_01JD0000000000000000000000', type: 'payout.paid', resourceId: 'pay_1' };

  test('an event has one delivery for each endpoint', () => {
    expect(deliveryId(endpoint.id, event.id)).toBe(newDelivery(endpoint, event, now).id);
    expect(deliveryId('whe_01JD0000000000000000000001', event.id)).not.toBe(
      deliveryId(endpoint.id, event.id),
    );
  });

  test('the next attempt is planned from the end of the failed one', () => {
    const failed = attempted(newDelivery(endpoint, event, now), { ...failure, durationMs: 10_000 }, 0.5);
    expect(failed).toMatchObject({ status: 'pending', failures: 1 });
    expect(failed.nextAttemptAt).toBe(addSeconds(now, 15).toISOString());
    const succeeded = attempted(failed, success, 0.5);
    expect(succeeded).toMatchObject({ status: 'succeeded', nextAttemptAt: null, failures: 0 });
    expect(succeeded.attempts).toHaveLength(2);
  });

  test('a user who asks for another attempt begins a new schedule', () => {
    let delivery = newDelivery(endpoint, event, now);
    for (let failures = 0; failures < 10; failures += 1) delivery = attempted(delivery, failure, 0.5);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null, failures: 10 });
    const again = attempted(restarted(delivery), { ...failure, durationMs: 0 }, 0.5);
    expect(again).toMatchObject({ status: 'pending', failures: 1 });
    expect(again.nextAttemptAt).toBe(addSeconds(now, 5).toISOString());
  });

  test('a delivery keeps its last 30 attempts', () => {
    let delivery = newDelivery(endpoint, event, now);
    for (let attempts = 0; attempts < 40; attempts += 1) delivery = attempted(delivery, success, 0.5);
    expect(delivery.attempts).toHaveLength(30);
  });

  test('a failed test is not repeated', () => {
    const delivery = newDelivery(endpoint, { ...event, type: 'webhook_endpoint.test' }, now);
    expect(attempted(delivery, failure, 0.5)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('the health of an endpoint', () => {
  const healthy = { failedBatches: 0, failingSince: null, failingFrom: null, pausedUntil: null };
  const oldestEventAt = addSeconds(now, -3).toISOString();
  const healthOf = (before: Parameters<typeof healthAfter>[0], attempts: readonly Attempt[]) =>
    healthAfter(before, { attempts, oldestEventAt }, now);

  test('each failed batch doubles the pause, from 5 seconds to 5 minutes', () => {
    let health: ReturnType<typeof healthAfter> = healthy;
    const pauses = Array.from({ length: 9 }, () => {
      health = healthOf(health, [failure]);
      return (Date.parse(health.pausedUntil ?? '') - now.getTime()) / 1000;
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    expect(health.failingSince).toBe(failure.at);
    expect(health.failingFrom).toBe(oldestEventAt);
  });

  test('further failures keep the time of the first failed attempt and of its oldest event', () => {
    const first = healthOf(healthy, [failure]);
    const later = healthAfter(
      first,
      {
        attempts: [attempt(500, 'x', addSeconds(now, 60))],
        oldestEventAt: addSeconds(now, 50).toISOString(),
      },
      addSeconds(now, 60),
    );
    expect(later).toMatchObject({ failingSince: first.failingSince, failingFrom: first.failingFrom });
  });

  test('one success in a batch ends the failures', () => {
    const failing = healthOf(healthy, [failure]);
    expect(healthOf(failing, [failure, success])).toEqual(healthy);
  });

  test('five days of failures and a 410 are reasons to disable the endpoint', () => {
    const failing = healthOf(healthy, [failure]);
    expect(reasonToDisable(failing, [failure], addSeconds(now, 5 * 86_400 - 1))).toBeUndefined();
    expect(reasonToDisable(failing, [failure], addSeconds(now, 5 * 86_400))).toBe('failing');
    expect(reasonToDisable(healthy, [success, attempt(410, 'gone')], now)).toBe('gone');
    expect(reasonToDisable(healthy, [success], now)).toBeUndefined();
  });
});

describe('the plan of the next run', () => {
  test('a message is delayed by at most 15 minutes', () => {
    expect(delayUntil(addSeconds(now, 86_400), now)).toBe(900);
    expect(delayUntil(addSeconds(now, 4.2), now)).toBe(5);
    expect(delayUntil(addSeconds(now, -10), now)).toBe(0);
  });

  test('an earlier message that waits in the queue is enough', () => {
    const nextWakeAt = addSeconds(now, 60).toISOString();
    expect(planned({ nextWakeAt }, addSeconds(now, 90), now)).toEqual({ at: nextWakeAt, isNew: false });
    expect(planned({ nextWakeAt }, addSeconds(now, 30), now)).toMatchObject({ isNew: true });
    expect(planned({ nextWakeAt }, undefined, now)).toEqual({ at: nextWakeAt, isNew: false });
    expect(planned({ nextWakeAt }, addSeconds(now, 60), now)).toEqual({ at: nextWakeAt, isNew: false });
    expect(planned({ nextWakeAt }, addSeconds(now, 59), now)).toMatchObject({ isNew: true });
  });

  test('a message counts as arrived from two seconds before its time', () => {
    const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
    expect(planned({ nextWakeAt: at(2001) }, undefined, now).at).toBe(at(2001));
    expect(planned({ nextWakeAt: at(2000) }, undefined, now).at).toBeNull();
  });

  test('a message whose time has almost come may have arrived, so another one is sent', () => {
    const nextWakeAt = addSeconds(now, 1).toISOString();
    expect(planned({ nextWakeAt }, addSeconds(now, 5), now)).toMatchObject({ isNew: true });
    expect(planned({ nextWakeAt }, undefined, now)).toEqual({ at: null, isNew: false });
  });
});

describe('the failure of an attempt', () => {
  const coded = (code: string) => Object.assign(new Error('secret detail'), { code });

  test('each kind of failure has a text without details of the network', () => {
    const errors = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'HPE_INVALID_CONSTANT'];
    const texts = errors.map((code) => failureOf(coded(code), 10_000));
    expect(new Set(texts).size).toBe(errors.length);
    expect(texts.join()).not.toContain('secret detail');
    expect(failureOf(new RefusedAddress(), 10_000)).toContain('not public');
    expect(failureOf(new DOMException('x', 'TimeoutError'), 10_000)).toBe(
      'No complete response within 10 seconds',
    );
  });

  test('only a status from 200 to 299 is a success', () => {
    expect([200, 204, 299].map(statusError)).toEqual([null, null, null]);
    expect([300, 399].map(statusError)).toEqual(
      [300, 399].map((status) => expect.stringContaining(`redirect ${status}`)),
    );
    expect([100, 199, 400].map(statusError)).toEqual(
      [100, 199, 400].map((status) => `The endpoint answered with the status ${status}`),
    );
    expect(statusError(404)).toContain('404');
  });
});

describe('the shown URL of an endpoint', () => {
  test.each([
    ['https://hooks.slack.com/services/T0/B0/secret', 'slack', 'https://hooks.slack.com/…'],
    ['https://HOOKS.slack.com./triggers/secret', 'json', 'https://hooks.slack.com./…'],
    ['https://discord.com/api/webhooks/1/secret?wait=true', 'json', 'https://discord.com/…'],
    ['https://chat.acme.test:8443/hooks/secret', 'discord', 'https://chat.acme.test:8443/…'],
    ['https://notslack.com/events', 'json', 'https://notslack.com/events'],
    ['https://acme.test', 'json', 'https://acme.test'],
    ['https://acme.test/a?token=secret#b', 'json', 'https://acme.test/a?…'],
    ['https://acme.test/a#secret', 'json', 'https://acme.test/a?…'],
  ] as const)('the URL %s in the format %s is shown as %s', (url, format, shown) => {
    expect(shownUrl({ url, format })).toBe(shown);
    expect(shownUrl({ url: shown, format })).toBe(shown);
  });
});

test('the text of a response has no control characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1024 }), (bytes) => {
      expect(printable(bytes)).not.toMatch(/[^\P{Cc}\n\t]/u);
    }),
  );
  expect(printable(Buffer.from('Zoë\u0000'))).toBe('Zoë\uFFFD');
});

describe('URLs of this machine', () => {
  afterEach(() => allowLoopback(false));

  test('URLs of this machine are allowed only after a local stage has allowed them, without credentials and with http', () => {
    expect(isAllowedLoopbackUrl('http://127.0.0.1:4000/hook')).toBe(false);
    allowLoopback();
    const allowed = ['http://127.0.0.1:4000/hook', 'http://localhost/', 'http://[::1]:8080'];
    expect(allowed.map(isAllowedLoopbackUrl)).toEqual([true, true, true]);
    const refused = [
      'http://u:p@localhost/',
      'http://10.0.0.1/',
      'ftp://localhost/',
      'http://localhost.acme.test/',
    ];
    expect(refused.map(isAllowedLoopbackUrl)).toEqual([false, false, false, false]);
  });
});

test('a message without an endpoint is an error', () => {
  expect(wakesIn({ Records: [{ body: '{"brandId":"b","endpointId":"e"}' }] })).toEqual([
    { brandId: 'b', endpointId: 'e' },
  ]);
  expect(() => wakesIn({ Records: [{ body: '{"brandId":"b"}' }] })).toThrow('`endpointId`');
});

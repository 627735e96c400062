// Limits the tests of a webhook endpoint. docs/decisions/0128
import { addMilliseconds, addSeconds, epochSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';

const minuteMilliseconds = 60_000;
const maxTestsPerMinute = 10;

/** Counts a test of an endpoint. Throws a 429 if it was tested too often in this minute. */
export function countTest({ brandId, id }: Pick<WebhookEndpoint, 'brandId' | 'id'>, now: Date): Write {
  const minute = Math.floor(now.getTime() / minuteMilliseconds);
  const end = addMilliseconds(new Date(minute * minuteMilliseconds), minuteMilliseconds);
  const retryAfterSeconds = Math.ceil((end.getTime() - now.getTime()) / 1000);
  return {
    kind: 'update',
    key: webhookKeys.webhookTests(brandId, id, minute),
    set: { expiresAt: epochSeconds(addSeconds(end, secondsPerHour)) },
    add: { count: 1 },
    condition: 'attribute_not_exists(#count) OR #count < :limit',
    values: { limit: maxTestsPerMinute },
    refused: () =>
      new DomainError(
        'tooManyRequests',
        'webhook_test_limit_reached',
        `A webhook endpoint can be tested ${maxTestsPerMinute} times a minute. Try again in ${retryAfterSeconds} seconds.`,
        { retryAfterSeconds },
      ),
  };
}

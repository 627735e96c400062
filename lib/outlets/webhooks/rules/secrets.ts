// Decides about the secrets of a webhook endpoint: their rotation, and which of them sign.
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { WebhookSecrets } from '#lib/outlets/webhooks/schema/stored.ts';
import { newSecret } from './signature.ts';

const overlapSeconds = secondsPerDay;
/** Bounds the signature header of a brand that rotates often. */
const maxFormerSecrets = 10;

const rotatedTooOften = () =>
  conflict(
    'webhook_secret_limit_reached',
    `The secret was rotated ${maxFormerSecrets} times in 24 hours, and each former secret still signs. Rotate again later, or create another endpoint`,
  );

export const newSecrets = (): WebhookSecrets => ({ current: newSecret(), former: [], revision: 0 });

const isValidAt =
  (now: Date) =>
  ({ validUntil }: WebhookSecrets['former'][number]): boolean =>
    validUntil > now.toISOString();

/** The replaced secret signs for 24 more hours. Refuses to drop one earlier, because the server of the brand may still use it. */
export function rotatedSecrets({ current, former, revision }: WebhookSecrets, now: Date): WebhookSecrets {
  const valid = former.filter(isValidAt(now));
  if (valid.length >= maxFormerSecrets) throw rotatedTooOften();
  const replaced = { secret: current, validUntil: addSeconds(now, overlapSeconds).toISOString() };
  return { current: newSecret(), former: [replaced, ...valid], revision: revision + 1 };
}

export const signingSecrets = ({ current, former }: WebhookSecrets, now: Date): readonly string[] => [
  current,
  ...former.filter(isValidAt(now)).map(({ secret }) => secret),
];

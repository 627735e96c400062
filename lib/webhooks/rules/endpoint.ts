// Decides about webhook endpoints: creation, changes, the rotation of the secret, and the end of deliveries.
import { addSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { newId } from '#lib/shared/ids.ts';
import type { EndpointChanges, EndpointInput } from '#lib/webhooks/schema/endpoints.ts';
import type { WebhookEndpoint, WebhookSecrets } from '#lib/webhooks/schema/stored.ts';
import type { DisabledReason } from './formats.ts';
import { newSecret } from './signature.ts';

export const newEndpoint = (brandId: string, input: EndpointInput, now: Date): WebhookEndpoint => ({
  id: newId('webhookEndpoint', now),
  brandId,
  url: input.url,
  events: input.events,
  description: input.description ?? null,
  format: input.format,
  status: 'enabled',
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  missed: null,
  secretRotatedAt: null,
  createdAt: now.toISOString(),
  revision: 0,
});

export const disabledEndpoint = (
  before: WebhookEndpoint,
  reason: DisabledReason,
  { at, failingSince }: { readonly at: Date; readonly failingSince: string | null },
): WebhookEndpoint => ({
  ...before,
  status: 'disabled',
  disabledAt: at.toISOString(),
  disabledReason: reason,
  failingSince,
  revision: before.revision + 1,
});

const enabledEndpoint = (before: WebhookEndpoint, now: Date): WebhookEndpoint => ({
  ...before,
  status: 'enabled',
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  missed: {
    from: before.failingSince ?? before.disabledAt ?? before.createdAt,
    to: now.toISOString(),
  },
});

export function changedEndpoint(
  before: WebhookEndpoint,
  { status = before.status, ...changes }: EndpointChanges,
  now: Date,
): WebhookEndpoint {
  const { url, events, description, format } = { ...before, ...changes };
  const changed = { ...before, url, events, description, format, revision: before.revision + 1 };
  if (status === before.status) return changed;
  return status === 'enabled'
    ? enabledEndpoint(changed, now)
    : {
        ...disabledEndpoint(changed, 'request', { at: now, failingSince: null }),
        revision: changed.revision,
      };
}

const overlapSeconds = secondsPerDay;
/** Bounds the signature header of a brand that rotates often. */
const maxFormerSecrets = 10;

export const newSecrets = (): WebhookSecrets => ({ current: newSecret(), former: [], revision: 0 });

const isValidAt =
  (now: Date) =>
  ({ validUntil }: WebhookSecrets['former'][number]): boolean =>
    validUntil > now.toISOString();

/** The replaced secret signs for 24 more hours. */
export const rotatedSecrets = ({ current, former, revision }: WebhookSecrets, now: Date): WebhookSecrets => ({
  current: newSecret(),
  former: [
    { secret: current, validUntil: addSeconds(now, overlapSeconds).toISOString() },
    ...former.filter(isValidAt(now)),
  ].slice(0, maxFormerSecrets),
  revision: revision + 1,
});

export const signingSecrets = ({ current, former }: WebhookSecrets, now: Date): readonly string[] => [
  current,
  ...former.filter(isValidAt(now)).map(({ secret }) => secret),
];

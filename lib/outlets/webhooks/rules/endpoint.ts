// Decides about webhook endpoints: creation, changes, and the end of deliveries.
import { isDeepStrictEqual } from 'node:util';
import { type GrantedScope, includesScope } from '#lib/foundation/contract/scope.ts';
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { EndpointChanges, EndpointInput } from '#lib/outlets/webhooks/schema/endpoints.ts';
import type { Progress, WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import { requireEventScopes } from '#lib/record/events/rules/event-scopes.ts';
import type { DisabledReason } from './formats.ts';

interface Granted {
  readonly granted: readonly GrantedScope[];
}

const showsCreators = ({ granted }: Granted): boolean => includesScope(granted, 'creators:read');

export const newEndpoint = (
  brandId: string,
  input: EndpointInput,
  grant: Granted,
  now: Date,
): WebhookEndpoint => ({
  id: newId('webhookEndpoint', now),
  brandId,
  url: input.url,
  events: input.events,
  description: input.description ?? null,
  format: input.format,
  showsCreators: showsCreators(grant),
  status: 'enabled',
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  missed: null,
  urlChangedAt: null,
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

/** The state of the worker when the endpoint was disabled. */
interface Backlog {
  readonly progress: Pick<Progress, 'failingSince' | 'failingFrom'>;
  /** The time of the first event that no worker has sent. Undefined if there is none. */
  readonly firstUnsentAt: string | undefined;
  /** The time of the newest event that is skipped. */
  readonly lastSkippedAt: string;
}

/**
 * Begins with the oldest event that the endpoint may not have received, which is often older than the first failed attempt. Includes an
 * event of this millisecond, or of a clock that is ahead of this one.
 */
export function missedBefore(
  { disabledAt, failingSince, createdAt }: WebhookEndpoint,
  { progress, firstUnsentAt, lastSkippedAt }: Backlog,
  now: Date,
): NonNullable<WebhookEndpoint['missed']> {
  const times = [disabledAt, failingSince, progress.failingSince, progress.failingFrom, firstUnsentAt];
  const [from = createdAt] = times.filter((time) => typeof time === 'string').toSorted();
  const afterLastSkipped = addMilliseconds(new Date(lastSkippedAt), 1);
  return { from, to: (afterLastSkipped > now ? afterLastSkipped : now).toISOString() };
}

const enabledEndpoint = (before: WebhookEndpoint, missed: WebhookEndpoint['missed']): WebhookEndpoint => ({
  ...before,
  status: 'enabled',
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  missed,
});

/** A change of the URL redirects the events, so the caller needs their scopes. Anybody may stop them. */
export function requireChangeScopes(
  granted: readonly GrantedScope[],
  { events: present }: WebhookEndpoint,
  { events = present, ...changes }: EndpointChanges,
): void {
  const onlyDisables = isDeepStrictEqual(changes, { status: 'disabled' }) && events === present;
  if (!onlyDisables) requireEventScopes(granted, events);
}

/** Otherwise, a change of the format would show the secret part of the URL. */
function requireUrlForJson(before: WebhookEndpoint, { format, url }: EndpointChanges): void {
  if (before.format !== 'json' && format === 'json' && url === undefined)
    throw invalidField(
      'url',
      `Send the URL that receives JSON, because the present one is for ${before.format}`,
    );
}

export function changedEndpoint(
  before: WebhookEndpoint,
  { status = before.status, ...changes }: EndpointChanges,
  { missed, ...grant }: Granted & { readonly missed: WebhookEndpoint['missed'] },
  now: Date,
): WebhookEndpoint {
  requireUrlForJson(before, changes);
  const { url, events, description, format } = { ...before, ...changes };
  const urlChangedAt = url === before.url ? before.urlChangedAt : now.toISOString();
  const revision = before.revision + 1;
  const shown = { url, events, description, format, urlChangedAt };
  const changed = { ...before, ...shown, showsCreators: showsCreators(grant), revision };
  if (status === before.status) return changed;
  return status === 'enabled'
    ? enabledEndpoint(changed, missed)
    : {
        ...disabledEndpoint(changed, 'request', { at: now, failingSince: null }),
        revision: changed.revision,
      };
}

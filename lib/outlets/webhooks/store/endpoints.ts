// Creates, reads, changes and deletes webhook endpoints.
import { isDeepStrictEqual } from 'node:util';
import type { GrantedScope } from '#lib/foundation/contract/scope.ts';
import { conflict, notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import { webhookEndpointPartition, webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { readList } from '#lib/foundation/table/pages.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import {
  changedEndpoint,
  missedBefore,
  newEndpoint,
  requireChangeScopes,
} from '#lib/outlets/webhooks/rules/endpoint.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import { newSecrets, rotatedSecrets } from '#lib/outlets/webhooks/rules/secrets.ts';
import type { EndpointChanges, EndpointInput } from '#lib/outlets/webhooks/schema/endpoints.ts';
import {
  type Progress,
  storedEndpoint,
  storedProgress,
  storedSecrets,
  type WebhookEndpoint,
} from '#lib/outlets/webhooks/schema/stored.ts';
import {
  addEndpoint,
  addTask,
  changeEndpoint,
  changeSecrets,
  removeEndpoint,
  skipTo,
} from '#lib/outlets/webhooks/writes.ts';

interface Reference {
  readonly brandId: string;
  readonly id: string;
}

type FeedReads = Pick<Feed, 'readHead' | 'readEventsAfter'>;

interface EndpointWithSecret {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
}

export const getEndpoint = async ({ brandId, id }: Reference): Promise<WebhookEndpoint> =>
  storedEndpoint.parse(await getExisting(webhookKeys.webhookEndpoint(brandId, id), 'webhookEndpoint'));

export function requireEnabled({ status, id }: WebhookEndpoint): void {
  if (status === 'enabled') return;
  throw conflict(
    'webhook_endpoint_disabled',
    `The endpoint is disabled. Send {"status":"enabled"} to PATCH /webhook-endpoints/${id} first`,
  );
}

export async function getEnabledEndpoint(reference: Reference): Promise<WebhookEndpoint> {
  const endpoint = await getEndpoint(reference);
  requireEnabled(endpoint);
  return endpoint;
}

export const listEndpoints = (brandId: string, page: PageRequest) =>
  readList(
    { queries: [{ partition: webhookEndpointPartition(brandId) }], kind: 'webhookEndpoint' },
    page,
    (item) => storedEndpoint.parse(item),
    totalOf(brandId, 'webhookEndpoints', ['total']),
  );

/** The endpoint receives the events that happen after its creation. */
export async function createEndpoint(
  brandId: string,
  input: EndpointInput,
  { readHead, ...grant }: Pick<Feed, 'readHead'> & { readonly granted: readonly GrantedScope[] },
  now: Date,
): Promise<EndpointWithSecret> {
  const endpoint = newEndpoint(brandId, input, grant, now);
  const secrets = newSecrets();
  const { sequence } = await readHead(brandId);
  await transact(addEndpoint(endpoint, secrets, sequence));
  return { endpoint, secret: secrets.current };
}

async function readWithProgress({ brandId, id }: Reference) {
  const [endpoint, progress] = await getItems([
    webhookKeys.webhookEndpoint(brandId, id),
    webhookKeys.webhookProgress(brandId, id),
  ]);
  if (endpoint === undefined || progress === undefined) throw notFound('webhookEndpoint');
  return { before: storedEndpoint.parse(endpoint), progress: storedProgress.parse(progress) };
}

/** Returns the end of the feed, and the time of the events that the endpoint has missed. */
async function readMissed(before: WebhookEndpoint, progress: Progress, feed: FeedReads, now: Date) {
  const [{ sequence, at: lastSkippedAt }, [firstUnsent]] = await Promise.all([
    feed.readHead(before.brandId),
    feed.readEventsAfter(before.brandId, progress.sequence),
  ]);
  const backlog = { progress, firstUnsentAt: firstUnsent?.createdAt, lastSkippedAt };
  return { sequence, missed: missedBefore(before, backlog, now) };
}

/** An endpoint that is enabled again continues with the events that follow, and with the retries that were pending. */
export const updateEndpoint = (
  reference: Reference,
  changes: EndpointChanges,
  { granted, ...feed }: FeedReads & { readonly granted: readonly GrantedScope[] },
  now: Date,
): Promise<WebhookEndpoint> =>
  retryOnConflict(async () => {
    const { before, progress } = await readWithProgress(reference);
    requireChangeScopes(granted, before, changes);
    const isEnabling = before.status === 'disabled' && changes.status === 'enabled';
    const { sequence, missed } = isEnabling
      ? await readMissed(before, progress, feed, now)
      : { sequence: 0, missed: before.missed };
    const after = changedEndpoint(before, changes, { missed, granted }, now);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    await transact([
      changeEndpoint(before, after),
      ...(isEnabling ? [skipTo(after, sequence), addTask(after, { kind: 'wake' }, now)] : []),
    ]);
    return after;
  });

export const rotateSecret = ({ brandId, id }: Reference, now: Date): Promise<EndpointWithSecret> =>
  retryOnConflict(async () => {
    const [found, foundSecrets] = await getItems([
      webhookKeys.webhookEndpoint(brandId, id),
      webhookKeys.webhookSecrets(brandId, id),
    ]);
    if (found === undefined || foundSecrets === undefined) throw notFound('webhookEndpoint');
    const before = storedEndpoint.parse(found);
    const endpoint = { ...before, secretRotatedAt: now.toISOString(), revision: before.revision + 1 };
    const secrets = storedSecrets.parse(foundSecrets);
    const rotated = rotatedSecrets(secrets, now);
    await transact([changeEndpoint(before, endpoint), changeSecrets(endpoint, secrets, rotated)]);
    return { endpoint, secret: rotated.current };
  });

/** Its deliveries expire. */
export const deleteEndpoint = (reference: Reference): Promise<void> =>
  retryOnConflict(async () => transact(removeEndpoint(await getEndpoint(reference))));

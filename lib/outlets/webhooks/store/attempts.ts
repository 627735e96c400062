// Sends the event of a delivery, and records the attempt.
import { now } from '#lib/foundation/shared/clock.ts';
import { allSettledOrThrow } from '#lib/foundation/shared/concurrency.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { bodyOf } from '#lib/outlets/webhooks/rules/bodies.ts';
import { creatorIn } from '#lib/outlets/webhooks/rules/creators.ts';
import { attempted } from '#lib/outlets/webhooks/rules/delivery.ts';
import type { Job } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import { signingSecrets } from '#lib/outlets/webhooks/rules/secrets.ts';
import { signatureHeaders } from '#lib/outlets/webhooks/rules/signature.ts';
import type { Attempt, Delivery } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { WebhookEndpoint, WebhookSecrets } from '#lib/outlets/webhooks/schema/stored.ts';
import { replaceDelivery } from '#lib/outlets/webhooks/writes.ts';
import type { CreatorNames } from './creator-names.ts';
import { storeResponse } from './responses.ts';
import { sendWebhook } from './send.ts';

export interface Target {
  readonly endpoint: WebhookEndpoint;
  readonly secrets: WebhookSecrets;
}

/** The request comes before its record, so an event is sent at least once. */
export async function attempt(
  { endpoint, secrets }: Target,
  { event, delivery }: Job,
  names: CreatorNames,
): Promise<Attempt> {
  const at = now();
  const body = bodyOf(endpoint.format, event, names.get(creatorIn(event) ?? ''));
  const headers = signatureHeaders({ id: event.id, at, body, secrets: signingSecrets(secrets, at) });
  const { response, ...result } = await sendWebhook({ url: endpoint.url, headers, body });
  const made = { at: at.toISOString(), ...result };
  await allSettledOrThrow([
    storeDelivery(delivery, attempted(delivery, made, Math.random())),
    ...(response ? [storeResponse(delivery, { at: made.at, text: response })] : []),
  ]);
  return made;
}

async function storeDelivery(before: Delivery, after: Delivery): Promise<void> {
  const [put, ...others] = replaceDelivery(before, after, now());
  if (put?.kind === 'put' && others.length === 0) await putItem({ Item: put.item });
  else await transact([...(put === undefined ? [] : [put]), ...others]);
}

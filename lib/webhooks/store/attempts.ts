// Sends the event of a delivery, and records the attempt.
import { now } from '#lib/shared/clock.ts';
import { putItem } from '#lib/table/client.ts';
import { transact } from '#lib/table/transact.ts';
import { bodyOf } from '#lib/webhooks/rules/bodies.ts';
import { creatorIn } from '#lib/webhooks/rules/creators.ts';
import { attempted } from '#lib/webhooks/rules/delivery.ts';
import type { Job } from '#lib/webhooks/rules/round.ts';
import { sealedAttempt } from '#lib/webhooks/rules/sealed-response.ts';
import { signingSecrets } from '#lib/webhooks/rules/secrets.ts';
import { signatureHeaders } from '#lib/webhooks/rules/signature.ts';
import type { Attempt } from '#lib/webhooks/schema/delivery.ts';
import type { WebhookEndpoint, WebhookSecrets } from '#lib/webhooks/schema/stored.ts';
import { replaceDelivery } from '#lib/webhooks/writes.ts';
import type { CreatorNames } from './creator-names.ts';
import { sendWebhook } from './send.ts';

export interface Target {
  readonly endpoint: WebhookEndpoint;
  readonly secrets: WebhookSecrets;
}

/**
 * The request comes before its record, so an event is sent at least once. A receiver can repeat the name of a creator in its response,
 * and an erasure of the creator would not find it there, so this response is not kept.
 */
export async function attempt(
  { endpoint, secrets }: Target,
  { event, nonce, delivery }: Job,
  names: CreatorNames,
): Promise<Attempt> {
  const at = now();
  const creatorName = names.get(creatorIn(event) ?? '');
  const body = bodyOf(endpoint.format, event, creatorName);
  const headers = signatureHeaders({ id: event.id, at, body, secrets: signingSecrets(secrets, at) });
  const result = await sendWebhook({ url: endpoint.url, headers, body });
  const made = { at: at.toISOString(), ...result, ...(creatorName !== undefined && { response: null }) };
  const [put, ...others] = replaceDelivery(
    delivery,
    attempted(delivery, sealedAttempt(made, nonce), Math.random()),
    now(),
  );
  if (put?.kind === 'put' && others.length === 0) await putItem({ Item: put.item });
  else await transact([...(put === undefined ? [] : [put]), ...others]);
  return made;
}

import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { currentActor } from '#lib/shared/actor.ts';
import { presentDelivery, presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { testEvent } from '#lib/webhooks/present/test-event.ts';
import { webhooks } from '#lib/webhooks/routes.ts';
import { newDelivery } from '#lib/webhooks/rules/delivery.ts';
import { getEnabledEndpoint } from '#lib/webhooks/store/endpoints.ts';
import { countTest } from '#lib/webhooks/store/test-limit.ts';
import { addDelivery, addTask } from '#lib/webhooks/writes.ts';

export const handler = idempotentEndpoint(webhooks.test, async ({ caller, params, receivedAt }) => {
  const found = await getEnabledEndpoint({ brandId: caller.brand.id, id: params.id });
  const event = testEvent(presentEndpoint(found), currentActor(), receivedAt);
  const delivery = newDelivery(found, event, receivedAt);
  const writes = [
    countTest(found, receivedAt),
    addDelivery(delivery, receivedAt),
    addTask(found, { kind: 'test', event }, receivedAt),
  ];
  return { answer: presentDelivery(delivery), writes };
});

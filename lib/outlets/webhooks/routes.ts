// Declares the endpoints of webhooks.
import * as z from 'zod';
import { accepted, created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { feedScopes } from '#lib/record/events/rules/event-scopes.ts';
import { deliveryAnswer, deliveryFilters, replayInput, taskAnswer } from './schema/delivery-endpoints.ts';
import {
  endpointAnswer,
  endpointChanges,
  endpointFilters,
  endpointInput,
  newEndpointAnswer,
} from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('webhookEndpoint') });
const deliveryParams = params.extend({ deliveryId: idSchema('delivery') });

const reading = { access: adminOnly, scope: 'webhooks:read' } as const;
const writing = { access: adminOnly, scope: 'webhooks:write' } as const;
const guarded = { webhookSecrets: 'write' } as const;
const writingOne = { ...writing, params } as const;
const revoking = { ...writingOne, access: adminOfAnyPlan, ignoresRequestLimit: true } as const;

export const webhooks = defineRoutes('webhooks', {
  create: {
    method: 'POST',
    path: '/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'The service sends the events that follow to the URL, signed as in Standard Webhooks. Returns the secret in `data.secret`, only ' +
      'this once. If the response is lost, delete the endpoint and create another one. A brand can have 20 endpoints.',
    ...writing,
    fieldScopes: { place: 'body', name: 'events', scopes: feedScopes },
    body: endpointInput,
    answer: created(newEndpointAnswer),
    answersWithSecret: true,
    errors: ['webhook_endpoint_limit_reached'],
    table: { actions: ['Query', 'PutItem', 'UpdateItem'], guarded },
  },
  list: {
    method: 'GET',
    path: '/webhook-endpoints',
    summary: 'List webhook endpoints',
    description: 'Returns the newest endpoint first, without the secrets.',
    ...reading,
    query: endpointFilters,
    answer: list(endpointAnswer),
    table: { actions: ['Query'] },
  },
  get: {
    method: 'GET',
    path: '/webhook-endpoints/{id}',
    summary: 'Get a webhook endpoint',
    ...reading,
    params,
    answer: item(endpointAnswer),
    table: { actions: ['GetItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/webhook-endpoints/{id}',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the URL, the events, the description, the format or the status. A disabled endpoint receives nothing. When it is enabled ' +
      'again, `data.missed` is the time of the events that it may not have received: send it to `POST /webhook-endpoints/{id}/replay`.',
    ...writingOne,
    body: endpointChanges,
    answer: item(endpointAnswer),
    table: { actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/webhook-endpoints/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'Stops new requests to the endpoint, on every plan. Its deliveries cannot be read any more.',
    ...revoking,
    answer: empty(),
    table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem', 'PutItem'], guarded },
  },
  rotateSecret: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/rotate-secret',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Returns a new secret in `data.secret`, only this once. For 24 hours, the new and the old secret sign each request, so that you can ' +
      'change your server without an interruption. If the response is lost, rotate again. An eleventh rotation within 24 hours is a 409.',
    ...writingOne,
    answer: item(newEndpointAnswer),
    answersWithSecret: true,
    errors: ['webhook_secret_limit_reached'],
    table: { actions: ['BatchGetItem', 'UpdateItem'], guarded },
  },
  test: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/test',
    summary: 'Test a webhook endpoint',
    description:
      'Sends a test event once, after any pause. Get the delivery for the response. A disabled endpoint is a 409, an eleventh test in a minute a 429.',
    ...writingOne,
    answer: accepted(deliveryAnswer),
    errors: ['webhook_endpoint_disabled', 'webhook_test_limit_reached'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  replay: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/replay',
    summary: 'Replay events to a webhook endpoint',
    description:
      'Sends the events of a time again, with their ids, also those that were received. A disabled endpoint is a 409.',
    ...writingOne,
    fieldScopes: { place: 'body', name: 'types', scopes: feedScopes },
    body: replayInput,
    answer: accepted(taskAnswer),
    errors: ['webhook_endpoint_disabled'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries',
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Returns the newest first, with all attempts, for 30 days, and the responses for 7 days.',
    ...reading,
    params,
    query: deliveryFilters,
    answer: list(deliveryAnswer),
    table: { actions: ['GetItem', 'Query', 'BatchGetItem'] },
  },
  getDelivery: {
    method: 'GET',
    path: '/webhook-endpoints/{id}/deliveries/{deliveryId}',
    summary: 'Get a delivery',
    ...reading,
    params: deliveryParams,
    answer: item(deliveryAnswer),
    errors: ['delivery_not_found'],
    table: { actions: ['BatchGetItem'] },
  },
  retryDelivery: {
    method: 'POST',
    path: '/webhook-endpoints/{id}/deliveries/{deliveryId}/retry',
    summary: 'Retry a delivery',
    description: 'Sends the event again, with a new schedule. A disabled endpoint and a test are a 409.',
    ...writing,
    params: deliveryParams,
    answer: accepted(deliveryAnswer),
    errors: ['webhook_endpoint_disabled', 'status_conflict', 'delivery_not_found'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});

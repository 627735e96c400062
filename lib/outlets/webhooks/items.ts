// Declares the items that this domain stores.
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { presentEndpoint } from '#lib/outlets/webhooks/present/endpoint.ts';
import { storedEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';

export const webhooksItems = {
  webhookEndpoint: {
    description: 'Webhook endpoint',
    example: webhookKeys.webhookEndpoint(sample.brand, 'whe_01'),
    kept: 'until deleted',
    restore: 'kept',
    events: recorded({
      schema: storedEndpoint,
      present: (endpoint) => presentEndpoint(endpoint),
      created: () => 'webhook_endpoint.created',
      changed: (before, after) =>
        before.status === 'enabled' && after.status === 'disabled'
          ? 'webhook_endpoint.disabled'
          : 'webhook_endpoint.updated',
      deleted: 'webhook_endpoint.deleted',
    }),
  },
  webhookSecrets: {
    description: 'Secrets that sign the events of a webhook endpoint',
    example: webhookKeys.webhookSecrets(sample.brand, 'whe_01'),
    kept: 'until deleted; a former secret 24 hours',
    restore: 'kept',
  },
  webhookProgress: {
    description: 'Position of a webhook endpoint in the feed, with the lease of its worker',
    example: webhookKeys.webhookProgress(sample.brand, 'whe_01'),
    kept: 'as long as the endpoint',
    restore: 'kept',
  },
  delivery: {
    description: 'Delivery of an event to a webhook endpoint, with its attempts',
    example: webhookKeys.delivery(sample.brand, 'whe_01', 'dlv_01'),
    kept: '30 days after the last attempt',
    restore: 'kept',
  },
  deliveryResponse: {
    description: 'First KB of the response to an attempt',
    example: webhookKeys.deliveryResponse(sample.brand, 'whe_01', 'dlv_01', `${sample.day}T09:30:00Z`),
    personal: 'C, K: data of the event, if the receiver repeats it',
    kept: '7 days',
    erasure: 'stays until it expires',
    restore: 'kept',
  },
  deliveryRetry: {
    description: 'Time of the next attempt of a delivery',
    example: webhookKeys.deliveryRetry(sample.brand, 'whe_01', new Date(`${sample.day}T09:30:00Z`), 'dlv_01'),
    kept: 'until the attempt',
    restore: 'kept',
  },
  webhookTask: {
    description: 'Test, retry or replay that the worker of a webhook endpoint must do',
    example: webhookKeys.webhookTask(sample.brand, 'whe_01', 'wht_01'),
    personal: 'U: id of the user',
    kept: 'until it is done, at most 30 days',
    restore: 'kept',
  },
  webhookTests: {
    description: 'Number of tests of a webhook endpoint in a minute',
    example: webhookKeys.webhookTests(sample.brand, 'whe_01', 29_710_000),
    kept: 'one hour',
    restore: 'kept',
  },
} satisfies StoredItems;

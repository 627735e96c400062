// Defines the keys of webhook endpoints and of their deliveries.
import { encodedTimeAt } from '#lib/foundation/shared/ids.ts';

export const webhookEndpointPartition = (brandId: string): string => `${brandId}#WEBHOOK_ENDPOINT`;
export const webhookSecretPartition = (brandId: string): string => `${brandId}#WEBHOOK_SECRET`;
export const deliveryPartition = (brandId: string, endpointId: string): string =>
  `${brandId}#${endpointId}#DELIVERY`;
export const retryPartition = (brandId: string, endpointId: string): string =>
  `${brandId}#${endpointId}#RETRY`;
export const webhookTaskPartition = (brandId: string, endpointId: string): string =>
  `${brandId}#${endpointId}#TASK`;

export const webhookKeys = {
  webhookEndpoint: (brandId: string, id: string) => ({ pk: webhookEndpointPartition(brandId), sk: id }),
  webhookSecrets: (brandId: string, id: string) => ({ pk: webhookSecretPartition(brandId), sk: id }),
  /** The position of an endpoint in the feed. Only one worker at a time changes it. */
  webhookProgress: (brandId: string, endpointId: string) => ({
    pk: `${brandId}#WEBHOOK_PROGRESS`,
    sk: endpointId,
  }),
  delivery: (brandId: string, endpointId: string, id: string) => ({
    pk: deliveryPartition(brandId, endpointId),
    sk: id,
  }),
  deliveryResponse: (brandId: string, endpointId: string, deliveryId: string, at: string) => ({
    pk: `${brandId}#${endpointId}#RESPONSE`,
    sk: `${deliveryId}#${at}`,
  }),
  /** Sorts by the time of the attempt. */
  deliveryRetry: (brandId: string, endpointId: string, at: Date, deliveryId: string) => ({
    pk: retryPartition(brandId, endpointId),
    sk: `${encodedTimeAt(at)}#${deliveryId}`,
  }),
  webhookTask: (brandId: string, endpointId: string, id: string) => ({
    pk: webhookTaskPartition(brandId, endpointId),
    sk: id,
  }),
  /** Counts the tests of an endpoint in a minute. */
  webhookTests: (brandId: string, endpointId: string, minute: number) => ({
    pk: `${brandId}#${endpointId}#TESTS`,
    sk: String(minute),
  }),
} as const;

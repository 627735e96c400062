// Lists the formats and the statuses of webhook endpoints.

export const webhookFormats = ['json', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const endpointStatuses = ['enabled', 'disabled'] as const;

/** `request`: a user has disabled it. `gone`: it has answered 410. `failing`: all deliveries of five days have failed. */
export const disabledReasons = ['request', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const;

/** The type of the events that `POST …/test` sends. They are not in the feed. */
export const testEventType = 'webhook_endpoint.test';

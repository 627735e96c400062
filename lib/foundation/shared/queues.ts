// Defines the queues of the service, and the messages that name an item.

/** The environment variable that contains the URL of each queue. */
export const queueVariables = {
  webhooks: 'WEBHOOK_QUEUE',
  clicks: 'CLICK_QUEUE',
  emails: 'EMAIL_QUEUE',
  exports: 'EXPORT_QUEUE',
  payouts: 'PAYOUT_QUEUE',
  simulations: 'SIMULATION_QUEUE',
  erasures: 'ERASURE_QUEUE',
  shopMessages: 'SHOP_MESSAGE_QUEUE',
  creatorMails: 'CREATOR_MAIL_QUEUE',
} as const;
export type QueueName = keyof typeof queueVariables;

/** The part of an event of SQS that the functions read. */
export interface QueueEvent {
  readonly Records: readonly { readonly body: string }[];
}

/** Names an item that needs work. The worker reads the item itself, so a message that arrives late or twice is harmless. */
export interface WorkItem {
  readonly brandId: string;
  readonly id: string;
}

function parseWorkItem(body: string): WorkItem {
  const { brandId, id }: Partial<Record<keyof WorkItem, unknown>> = JSON.parse(body);
  if (typeof brandId === 'string' && typeof id === 'string') return { brandId, id };
  throw new Error('A message must have `brandId` and `id`');
}

export const workItemsIn = ({ Records: records }: QueueEvent): readonly WorkItem[] =>
  records.map(({ body }) => parseWorkItem(body));

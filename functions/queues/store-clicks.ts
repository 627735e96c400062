import { storeLoggedClicks } from '#lib/tracking/store/logged-clicks.ts';

interface QueueEvent {
  readonly Records: readonly { readonly body: string }[];
}

/** SQS delivers a message again if the function fails. */
export async function handler({ Records: records }: QueueEvent): Promise<void> {
  for (const { body } of records) await storeLoggedClicks(body);
}

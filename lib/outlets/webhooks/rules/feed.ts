// Defines the functions of the feed that webhooks need. Handlers pass them in, because the feed belongs to another domain.

import type { FeedEvent } from '#lib/record/events/rules/audience.ts';
import type { Head, RecordedEvent } from '#lib/record/events/rules/segment.ts';
import type { Message } from './delivery-batch.ts';

export interface Feed {
  readonly readHead: (brandId: string) => Promise<Head>;
  /** Returns the events of the segment that follows the sequence number, or nothing at the end. */
  readonly readEventsAfter: (brandId: string, sequence: number) => Promise<readonly RecordedEvent[]>;
  readonly findEvent: (brandId: string, id: string) => Promise<RecordedEvent | undefined>;
  /** Returns the sequence number of the last event before a time. */
  readonly sequenceBefore: (brandId: string, time: Date) => Promise<number>;
  /** Returns the API representation. */
  readonly present: (event: FeedEvent) => Message;
}

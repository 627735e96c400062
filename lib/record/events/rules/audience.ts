// Decides who sees an event: everybody who follows events, or only the readers of the audit trail.
import { type EventType, eventTypes } from '#lib/foundation/contract/event-types.ts';
import type { RecordedEvent } from './segment.ts';

/** An event that the feed and webhooks show. */
export type FeedEvent = RecordedEvent & { readonly type: EventType };

export const isInFeed = (event: RecordedEvent): event is FeedEvent => event.type in eventTypes;

// Defines a delivery batch of the worker: the events that it sends at the same time to one endpoint.
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Delivery } from '#lib/outlets/webhooks/schema/delivery.ts';

/** An endpoint receives at most this many requests at the same time. */
export const maxJobs = 20;

/** An event in its API representation. */
export type Message = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly createdAt: string;
};

export interface Job {
  readonly event: Message;
  /** The delivery before the attempt. */
  readonly delivery: Delivery;
}

export interface DeliveryBatch {
  readonly jobs: readonly Job[];
  /** Committed after the attempts. */
  readonly writes: readonly Write[];
  /** The position in the feed after the batch. */
  readonly sequence: number;
  /** False if there is nothing to do now. */
  readonly hasWork: boolean;
  /** The time of the next work, if it is known. */
  readonly nextAt: Date | undefined;
}

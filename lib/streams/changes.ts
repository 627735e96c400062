// Changes of the table as a stream function receives them.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from '#lib/table/keys/item.ts';

/** One change, in the order of its shard. */
export interface Change {
  readonly sequenceNumber: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** A batch of one shard. The shard's name comes with tumbling windows only, which the event source mapping sets. */
export type StreamEvent = DynamoDBStreamEvent & { readonly shardId?: string };

/**
 * What a function whose events come in windows must return: Lambda takes an answer without a state for a failure.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export const windowState = { state: {} } as const;

/** All changes of a batch, in their order; none where a window ends with a batch that has no records at all. */
export function changesIn({ Records = [] }: Partial<StreamEvent>): readonly Change[] {
  return Records.flatMap(({ dynamodb }) => {
    if (dynamodb?.SequenceNumber === undefined) return [];
    const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
    return [{ sequenceNumber, before: itemOf(OldImage), after: itemOf(NewImage) }];
  });
}

const itemOf = (image: unknown): Item | undefined =>
  image === undefined ? undefined : unmarshall(image as Record<string, AttributeValue>);

export function shardOf({ shardId }: StreamEvent): string {
  if (shardId !== undefined) return shardId;
  throw new Error('The event names no shard: give its event source mapping a tumbling window');
}

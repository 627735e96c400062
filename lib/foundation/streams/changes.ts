// Parses the events of the table's stream into changes.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Item } from '#lib/foundation/table/keys/item.ts';

export interface Change {
  readonly sequenceNumber: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Lambda sets `shardId` only if the event source mapping has a tumbling window. */
export type StreamEvent = DynamoDBStreamEvent & { readonly shardId?: string };

/**
 * With a tumbling window, Lambda treats a response without `state` as a failure.
 * See https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 */
export const windowState = { state: {} } as const;

export function changesIn({ Records = [] }: Partial<StreamEvent>): readonly Change[] {
  return Records.flatMap(({ dynamodb }) => {
    if (dynamodb?.SequenceNumber === undefined) return [];
    const { SequenceNumber: sequenceNumber, OldImage, NewImage } = dynamodb;
    return [{ sequenceNumber, before: itemOf(OldImage), after: itemOf(NewImage) }];
  });
}

type Attribute = AttributeValue | { readonly B: string };
type Image = Readonly<Record<string, Attribute>>;

/** Lambda delivers an event as JSON, in which a binary value is Base64. */
const withBinary = (image: Image) =>
  Object.fromEntries(
    Object.entries(image).map(([name, value]) => [
      name,
      typeof value.B === 'string' ? { B: Buffer.from(value.B, 'base64') } : value,
    ]),
  );

const itemOf = (image: unknown): Item | undefined =>
  image === undefined ? undefined : unmarshall(withBinary(image as Image));

export function requireShardId({ shardId }: StreamEvent): string {
  if (shardId !== undefined) return shardId;
  throw new Error('The event has no shardId: configure a tumbling window for the event source mapping');
}

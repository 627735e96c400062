import type { AttributeValue } from 'aws-lambda';
import type { StreamEvent } from '#lib/foundation/streams/changes.ts';
import type { StreamRecord } from './stream-source.ts';

export interface Consumer {
  readonly name: string;
  /** The event filters of the function. Absent if it receives all records. */
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
  readonly handle: (event: StreamEvent) => Promise<void>;
}

export interface Batch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

type Image = Record<string, AttributeValue>;

/** Restores the type of an empty map, which DynamoDB Local omits. */
function restoreMapTypes(attribute: AttributeValue): AttributeValue {
  if (Object.keys(attribute).length === 0) return { M: {} };
  if (attribute.M !== undefined) return { M: restoreTypesIn(attribute.M) };
  if (attribute.L !== undefined) return { L: attribute.L.map(restoreMapTypes) };
  return attribute;
}

const restoreTypesIn = (image: Image): Image =>
  Object.fromEntries(Object.entries(image).map(([name, attribute]) => [name, restoreMapTypes(attribute)]));

/** The event that Lambda receives for these records. */
export function streamEvent({ streamArn, shardId, records }: Batch): StreamEvent {
  const Records = records.map(({ dynamodb, ...record }) => ({
    ...record,
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ...(dynamodb?.NewImage && { NewImage: restoreTypesIn(dynamodb.NewImage) }),
      ...(dynamodb?.OldImage && { OldImage: restoreTypesIn(dynamodb.OldImage) }),
      ApproximateCreationDateTime: Math.floor(dynamodb?.ApproximateCreationDateTime ?? 0),
    },
  }));
  return { shardId, Records };
}

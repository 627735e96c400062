import type { StreamEvent } from '#lib/streams/changes.ts';
import type { StreamRecord } from './stream-source.ts';

export interface Consumer {
  readonly name: string;
  readonly handle: (event: StreamEvent) => Promise<void>;
}

export interface Batch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

type Attribute = Readonly<Record<string, unknown>>;
type Image = Readonly<Record<string, Attribute>>;

/** Restores the type of an empty map, which DynamoDB Local omits. */
function restoreMapTypes(attribute: Attribute): Attribute {
  if (Object.keys(attribute).length === 0) return { M: {} };
  if (attribute.M !== undefined) return { M: restoreTypesIn(attribute.M as Image) };
  if (attribute.L !== undefined) return { L: (attribute.L as readonly Attribute[]).map(restoreMapTypes) };
  return attribute;
}

const restoreTypesIn = (image: object): Image =>
  Object.fromEntries(Object.entries(image).map(([name, attribute]) => [name, restoreMapTypes(attribute)]));

const bytesAsBase64 = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** Converts times to seconds and bytes to base64, as Lambda receives them. */
export function streamEvent({ streamArn, shardId, records }: Batch): StreamEvent {
  const Records = records.map(({ dynamodb, ...record }) => ({
    ...record,
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ...(dynamodb?.NewImage && { NewImage: restoreTypesIn(dynamodb.NewImage) }),
      ...(dynamodb?.OldImage && { OldImage: restoreTypesIn(dynamodb.OldImage) }),
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
    },
  }));
  return JSON.parse(JSON.stringify({ shardId, Records }, bytesAsBase64));
}

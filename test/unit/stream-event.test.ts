import { expect, test } from 'vitest';
import { streamEvent } from '#infra/local/stream-event.ts';

test('the local stream sends events in the format that Lambda receives from a DynamoDB stream', () => {
  const record = {
    eventID: '1',
    dynamodb: {
      SequenceNumber: '1',
      ApproximateCreationDateTime: Date.parse('2026-03-12T19:03:58.900Z') / 1000,
      NewImage: { id: { S: 'x' } },
    },
  };
  expect(streamEvent({ streamArn: 'arn:stream', shardId: 'shard-1', records: [record] })).toEqual({
    shardId: 'shard-1',
    Records: [
      {
        eventID: '1',
        eventSourceARN: 'arn:stream',
        dynamodb: {
          SequenceNumber: '1',
          ApproximateCreationDateTime: Date.parse('2026-03-12T19:03:58Z') / 1000,
          NewImage: { id: { S: 'x' } },
        },
      },
    ],
  });
});

import { expect, test } from 'vitest';
import { type DeadLetter, deliver, streamEvent } from '#infra/local/stream-delivery.ts';
import { unavailable } from '#lib/shared/errors.ts';
import type { StreamEvent } from '#lib/table/stream.ts';

const numbersIn = ({ Records }: StreamEvent): string =>
  Records.map(({ dynamodb }) => dynamodb?.SequenceNumber).join(' ');

const batch = {
  streamArn: 'arn:stream',
  shardId: 'shard-1',
  records: ['1', '2', '3', '4'].map((SequenceNumber) => ({
    eventID: SequenceNumber,
    dynamodb: {
      SequenceNumber,
      ApproximateCreationDateTime: new Date('2026-03-12T19:03:58.900Z'),
      NewImage: { id: { S: 'x' } },
    },
  })),
};

/** Hands the batch to a function that fails on whatever `fails` says; answers what was tried and what was set aside. */
async function delivered(fails: (numbers: string, tries: number) => Error | undefined) {
  const tried: string[] = [];
  const aside: DeadLetter[] = [];
  const handle = async (event: StreamEvent) => {
    const numbers = numbersIn(event);
    tried.push(numbers);
    const failure = fails(numbers, tried.length);
    if (failure !== undefined) throw failure;
  };
  const outcome = await deliver({ name: 'counts', handle }, batch, (letter) => aside.push(letter)).then(
    () => 'done',
    () => 'thrown',
  );
  return { tried, aside: aside.map(({ event }) => numbersIn(event)), outcome };
}

test('a function receives the event as Lambda sends it', () => {
  const { shardId, Records } = streamEvent(batch);
  expect(shardId).toBe('shard-1');
  expect(Records[0]).toEqual({
    eventID: '1',
    eventSourceARN: 'arn:stream',
    dynamodb: {
      SequenceNumber: '1',
      ApproximateCreationDateTime: Date.parse('2026-03-12T19:03:58Z') / 1000,
      NewImage: { id: { S: 'x' } },
    },
  });
});

test('a batch that is handled is handed over once', async () => {
  expect(await delivered(() => undefined)).toEqual({ tried: ['1 2 3 4'], aside: [], outcome: 'done' });
});

test('a batch that fails is handed over in halves, in order', async () => {
  const failsFirst = (_: string, tries: number) => (tries === 1 ? new Error('once') : undefined);
  expect((await delivered(failsFirst)).tried).toEqual(['1 2 3 4', '1 2', '3 4']);
});

test('a record that fails three times by itself is set aside, and holds up no other', async () => {
  const failsOnThree = (numbers: string) => (numbers.includes('3') ? new Error('bad') : undefined);
  expect(await delivered(failsOnThree)).toEqual({
    tried: ['1 2 3 4', '1 2', '3 4', '3', '3', '3', '4'],
    aside: ['3'],
    outcome: 'done',
  });
});

test('while the table is away nothing is set aside: the batch is to come again', async () => {
  expect(await delivered(() => unavailable())).toEqual({ tried: ['1 2 3 4'], aside: [], outcome: 'thrown' });
});

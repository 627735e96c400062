import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/streams/fold-clicks.ts';
import { createFeeder, loadConsumers } from '#infra/local/streams.ts';
import { visitType } from '#lib/clicks/visit.ts';
import { environment } from '#lib/shared/environment.ts';
import { documentClient, putItem } from '#lib/table/client.ts';
import { consume } from '#lib/table/consumer.ts';
import type { Change } from '#lib/table/stream.ts';
import { invite } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { type Batch, fold, newChanges } from '#test/support/stream.ts';

const file = environment.DEAD_LETTERS_FILE ?? '';
beforeEach(() => rmSync(file, { force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

const clicks = 7;

async function clicksOf({ admin }: TestBrand): Promise<number> {
  return (await send('GET', '/tracking/clicks', { token: admin })).json.data.clicks;
}

/** Seven clicks, and among them, in the middle, an item that says it is one. */
async function poisonedBatch(): Promise<{ acme: TestBrand; batch: Batch; poison: DynamoDBRecord }> {
  await newChanges();
  const acme = await createBrand();
  const { trackingCode } = await invite(acme.admin);
  for (let click = 0; click < clicks; click += 1) {
    if (click === 3) {
      const Item = { pk: 'POISON', sk: randomUUID(), type: visitType, brandId: acme.brand.id, visitor: 'v' };
      await putItem({ Item });
    }
    await send('POST', `/tracking/ref/${trackingCode}`, { token: acme.admin });
  }
  const records = (await newChanges()).flatMap((batch) => batch.records);
  const poison = records.find(({ dynamodb }) => dynamodb?.Keys?.pk?.S === 'POISON');
  if (poison === undefined) throw new Error('The poison did not come');
  return { acme, batch: { shardId: `shard-${randomUUID()}`, records }, poison };
}

const positionOf = async (shardId: string) => (await allItems()).find(({ sk }) => sk === shardId)?.position;

describe('a change that no try can handle', () => {
  test('is set aside with what it was and why, and holds up no other', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    await fold(batch);
    expect(await clicksOf(acme)).toBe(clicks);
    const sequenceNumber = String(poison.dynamodb?.SequenceNumber);
    expect(deadLetters()).toEqual([
      {
        consumer: 'fold-clicks',
        failure: expect.stringMatching(/^ZodError: /),
        shardId: batch.shardId,
        sequenceNumber,
        eventName: 'INSERT',
        keys: poison.dynamodb?.Keys,
        type: visitType,
        event: { shardId: `${batch.shardId}/${sequenceNumber}`, Records: [poison] },
      },
    ]);
  });

  test('is set aside once, however often its batch comes again', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const upToPoison = { ...batch, records: batch.records.slice(0, batch.records.indexOf(poison) + 1) };
    await fold(upToPoison);
    await fold(upToPoison);
    await fold(batch);
    await fold(batch);
    expect(deadLetters()).toHaveLength(1);
    expect(await clicksOf(acme)).toBe(clicks);
  });

  test('counts once, though its function is mended while its batch still comes again, and its letter is handed over', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const upToPoison = { ...batch, records: batch.records.slice(0, batch.records.indexOf(poison) + 1) };
    await fold(upToPoison);
    const [letter] = deadLetters();
    const before = await clicksOf(acme);
    poison.dynamodb = structuredClone(batch.records[0]?.dynamodb ?? {});
    Object.assign(poison.dynamodb, { SequenceNumber: letter?.sequenceNumber });
    await fold(upToPoison);
    expect(await clicksOf(acme)).toBe(before);
  });

  test('also where it is the table that does not take what follows from it', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const good = { ...batch, records: batch.records.filter((record) => record !== poison) };
    const sendCommand = documentClient.send.bind(documentClient);
    let refused = 0;
    vi.spyOn(documentClient, 'send').mockImplementation(async (...args: unknown[]) => {
      if (!(args[0] instanceof TransactWriteCommand)) return Reflect.apply(sendCommand, undefined, args);
      refused += 1;
      throw Object.assign(new Error('Too long'), { name: 'ValidationException', $metadata: {} });
    });
    await fold(good);
    vi.restoreAllMocks();
    expect(refused).toBeGreaterThan(clicks);
    expect([await clicksOf(acme), deadLetters().length]).toEqual([0, clicks]);
  });

  test('is handled once, however often what was kept of it is handed over again', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const good = { ...batch, records: batch.records.filter((record) => record !== poison) };
    const bug = vi.spyOn(documentClient, 'send').mockImplementation(async () => {
      throw new Error('A bug');
    });
    await fold(good);
    await fold(good);
    bug.mockRestore();
    const letters = deadLetters();
    expect(letters.length).toBeGreaterThanOrEqual(2 * clicks);
    for (const { event } of [...letters, ...letters]) if (event !== null) await handler(event);
    expect(await clicksOf(acme)).toBe(clicks);
  });

  test('and fails again when it is handed over again, is kept under the same name', async () => {
    const { batch } = await poisonedBatch();
    await fold(batch);
    const [letter] = deadLetters();
    if (!letter?.event) throw new Error('Nothing was kept');
    await handler(letter.event);
    expect(deadLetters().at(-1)?.event).toEqual(letter.event);
  });

  test('and fails again when it is handed over again, counts when its function is mended, and once', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    await fold(batch);
    const [letter] = deadLetters();
    if (!letter?.event) throw new Error('Nothing was kept');
    await handler(letter.event);
    const again = deadLetters().at(-1)?.event;
    if (!again) throw new Error('Nothing was kept again');
    const click = batch.records.find(
      (record) => record !== poison && record.dynamodb?.NewImage?.type?.S === visitType,
    );
    Object.assign(again.Records[0]?.dynamodb ?? {}, { NewImage: click?.dynamodb?.NewImage });
    for (const event of [again, again]) await handler(event);
    expect(await clicksOf(acme)).toBe(clicks + 1);
  });

  test('is set aside on the local stage as it is by Lambda', async () => {
    const { acme, poison } = await poisonedBatch();
    const feeder = await createFeeder({ consumers: await loadConsumers() });
    await feeder.drain();
    expect(await clicksOf(acme)).toBe(clicks);
    const kept = deadLetters().filter(
      ({ sequenceNumber }) => sequenceNumber === poison.dynamodb?.SequenceNumber,
    );
    expect(kept.map(({ consumer, type }) => [consumer, type])).toEqual([['fold-clicks', visitType]]);
  });
});

describe('what is no change’s fault', () => {
  test.each([
    ['a table that is away', { name: 'TimeoutError' }],
    ['a table that throttles', { name: 'ThrottlingException', $metadata: {} }],
    ['a role that may not', { name: 'AccessDeniedException', $metadata: {} }],
    ['a table that is not there', { name: 'ResourceNotFoundException', $metadata: {} }],
    ['a network that nobody knows', { name: 'Error', code: 'EHOSTUNREACH', $metadata: { attempts: 4 } }],
    ['no way to the table, as the client in functions says it', { name: 'Error', code: 'ENETUNREACH' }],
    ['a failure of TLS, which that client throws as it is', { name: 'Error', code: 'EPROTO' }],
  ])('has the batch come again: %s', async (_, failure) => {
    const { acme, batch } = await poisonedBatch();
    vi.spyOn(documentClient, 'send').mockImplementation(async () => {
      throw Object.assign(new Error('Not now'), failure);
    });
    for (let time = 0; time < 3; time += 1) await expect(fold(batch)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(deadLetters()).toEqual([]);
    await fold(batch);
    expect([await clicksOf(acme), deadLetters().length]).toEqual([clicks, 1]);
  });

  test('is thrown where there is no change at all', async () => {
    const handle = async () => {
      throw new Error('A bug');
    };
    await expect(consume('none', { Records: [] }, { handle })).rejects.toThrow('A bug');
  });
});

describe('the queue', () => {
  const queue = mockClient(SQSClient);
  beforeEach(() => {
    queue.reset();
    Object.assign(environment, {
      DEAD_LETTERS_FILE: undefined,
      DEAD_LETTERS_QUEUE: 'https://sqs.local/000000000000/letters',
    });
    Object.assign(process.env, { AWS_REGION: 'local' });
  });
  afterEach(() => {
    Object.assign(environment, { DEAD_LETTERS_FILE: file, DEAD_LETTERS_QUEUE: undefined });
  });
  const sent = () =>
    queue.commandCalls(SendMessageCommand).map(({ args }) => JSON.parse(args[0].input.MessageBody ?? ''));

  test('is sent what was set aside', async () => {
    queue.on(SendMessageCommand).resolves({});
    const { acme, batch, poison } = await poisonedBatch();
    await fold(batch);
    expect(await clicksOf(acme)).toBe(clicks);
    expect(sent()).toMatchObject([{ consumer: 'fold-clicks', event: { Records: [poison] } }]);
    expect(queue.commandCalls(SendMessageCommand)[0]?.args[0].input.QueueUrl).toBe(
      environment.DEAD_LETTERS_QUEUE,
    );
  });

  test('that does not take it holds the shard up: nothing is passed over that is not kept', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    queue.on(SendMessageCommand).rejects(new Error('The queue is away'));
    for (let time = 0; time < 2; time += 1) await expect(fold(batch)).rejects.toThrow('The queue is away');
    const position = String(await positionOf(batch.shardId));
    expect(position < String(poison.dynamodb?.SequenceNumber).padStart(40, '0')).toBe(true);
    expect(await clicksOf(acme)).toBe(3);
    queue.on(SendMessageCommand).resolves({});
    await fold(batch);
    expect(await clicksOf(acme)).toBe(clicks);
  });

  test('is told of an item that is larger than a message, but not sent it', async () => {
    queue.on(SendMessageCommand).resolves({});
    const large: DynamoDBRecord = {
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: '1',
        Keys: { pk: { S: 'p' } },
        NewImage: { text: { S: 'x'.repeat(300_000) } },
      },
    };
    const handle = async () => {
      throw new Error('A bug');
    };
    await consume('large', { Records: [large] }, { handle });
    expect(sent()).toMatchObject([{ keys: { pk: { S: 'p' } }, event: null }]);
  });

  test('must be named', async () => {
    Object.assign(environment, { DEAD_LETTERS_QUEUE: undefined });
    await expect(fold((await poisonedBatch()).batch)).rejects.toThrow('Set DEAD_LETTERS_QUEUE');
  });
});

test('of any changes, in any order, just those are set aside that fail by themselves; the others are handled in theirs', async () => {
  const record = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (isGood) => {
      rmSync(file, { force: true });
      const handled: string[] = [];
      const handle = async (changes: readonly Change[]) => {
        const numbers = changes.map(({ sequenceNumber }) => sequenceNumber);
        if (numbers.some((number) => !isGood[Number(number)])) throw new Error('A bug');
        handled.push(...numbers);
      };
      await consume('any', { Records: isGood.map((_, number) => record(number)) }, { handle });
      const numbersThat = (good: boolean) =>
        isGood.flatMap((is, number) => (is === good ? [String(number)] : []));
      expect(handled).toEqual(numbersThat(true));
      expect(deadLetters().map(({ sequenceNumber }) => sequenceNumber)).toEqual(numbersThat(false));
    }),
    { numRuns: sized(15, 50) },
  );
});

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/streams/aggregate-clicks.ts';
import { createFeeder, loadConsumers } from '#infra/local/streams.ts';
import { visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { consume } from '#lib/foundation/streams/consumer.ts';
import type { DeadLetter } from '#lib/foundation/streams/dead-letters.ts';
import { dynamoDb, putItem } from '#lib/foundation/table/client.ts';
import { invite, inviteActive, recordOrder } from '#test/support/creations.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { followFeed } from '#test/support/events.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { aggregate, type Batch, newChanges } from '#test/support/stream.ts';
import { acceptMessages, refuseMessages, takeMessages } from '#test/support/wake-queue.ts';

const deadLettersFile = environment.DEAD_LETTERS_FILE ?? '';
beforeEach(() => rmSync(deadLettersFile, { force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

const clickCount = 7;

async function clicksOf({ admin }: TestBrand): Promise<number> {
  return (await send('GET', '/tracking/clicks', { token: admin })).json.data.clicks;
}

/** A batch of seven clicks with an invalid click in the middle. */
async function poisonedBatch(): Promise<{ acme: TestBrand; batch: Batch; poison: DynamoDBRecord }> {
  await newChanges();
  const acme = await createBrand();
  const { trackingCode } = await invite(acme.admin);
  for (let click = 0; click < clickCount; click += 1) {
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

describe('a stream consumer with a poison record', () => {
  test('dead-letters the record with its error and processes the other records', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    await aggregate(batch);
    expect(await clicksOf(acme)).toBe(clickCount);
    const sequenceNumber = String(poison.dynamodb?.SequenceNumber);
    expect(deadLetters()).toEqual([
      {
        consumer: 'aggregate-clicks',
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

  test('dead-letters the record once when its batch is delivered again', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const upToPoison = { ...batch, records: batch.records.slice(0, batch.records.indexOf(poison) + 1) };
    await aggregate(upToPoison);
    await aggregate(upToPoison);
    await aggregate(batch);
    await aggregate(batch);
    expect(deadLetters()).toHaveLength(1);
    expect(await clicksOf(acme)).toBe(clickCount);
  });

  test('skips a dead-lettered record when its batch is delivered again after a fix', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const upToPoison = { ...batch, records: batch.records.slice(0, batch.records.indexOf(poison) + 1) };
    await aggregate(upToPoison);
    const [letter] = deadLetters();
    const before = await clicksOf(acme);
    poison.dynamodb = structuredClone(batch.records[0]?.dynamodb ?? {});
    Object.assign(poison.dynamodb, { SequenceNumber: letter?.sequenceNumber });
    await aggregate(upToPoison);
    expect(await clicksOf(acme)).toBe(before);
  });

  test('dead-letters each record whose write the table rejects', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const good = { ...batch, records: batch.records.filter((record) => record !== poison) };
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    let refused = 0;
    vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (args[0] !== 'PutItem') return Reflect.apply(sendCommand, undefined, args);
      refused += 1;
      throw Object.assign(new Error('Too long'), { name: 'ValidationException', $metadata: {} });
    });
    await aggregate(good);
    vi.restoreAllMocks();
    expect(refused).toBeGreaterThan(clickCount);
    const letters = deadLetters().filter(({ type }) => type === visitType);
    expect([await clicksOf(acme), letters.length]).toEqual([0, clickCount]);
  });

  test('processes each record once when its dead letters are redriven twice', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    const good = { ...batch, records: batch.records.filter((record) => record !== poison) };
    const bug = vi.spyOn(dynamoDb, 'send').mockImplementation(async () => {
      throw new Error('A bug');
    });
    await aggregate(good);
    await aggregate(good);
    bug.mockRestore();
    const letters = deadLetters();
    expect(letters.length).toBeGreaterThanOrEqual(2 * clickCount);
    for (const { event } of [...letters, ...letters]) if (event !== null) await handler(event);
    expect(await clicksOf(acme)).toBe(clickCount);
  });

  test('writes the same dead letter when a redriven record fails again', async () => {
    const { batch } = await poisonedBatch();
    await aggregate(batch);
    const [letter] = deadLetters();
    if (!letter?.event) throw new Error('Nothing was kept');
    await handler(letter.event);
    expect(deadLetters().at(-1)?.event).toEqual(letter.event);
  });

  test('counts a record once when it is redriven twice after a failed redrive and a fix', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    await aggregate(batch);
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
    expect(await clicksOf(acme)).toBe(clickCount + 1);
  });

  test('dead-letters the record on the local stage as in Lambda', async () => {
    const { acme, poison } = await poisonedBatch();
    const feeder = await createFeeder({ consumers: await loadConsumers() });
    await feeder.drain();
    expect(await clicksOf(acme)).toBe(clickCount);
    const kept = deadLetters().filter(
      ({ sequenceNumber }) => sequenceNumber === poison.dynamodb?.SequenceNumber,
    );
    expect(kept.map(({ consumer, type }) => [consumer, type])).toEqual([['aggregate-clicks', visitType]]);
  });
});

describe('a dead letter with a ledger entry', () => {
  const order = { amount: 100, currency: 'USD' };

  /** The changes of an order with a commission of a new brand, as one batch of a new shard. */
  async function orderedBatch() {
    const { admin } = await createBrand('scale');
    const { trackingCode } = await inviteActive(admin);
    await newChanges();
    await recordOrder(admin, { ...order, trackingCode });
    const records = (await newChanges()).flatMap((batch) => batch.records);
    return { admin, batch: { shardId: `shard-${randomUUID()}`, records } };
  }

  type Fails = (operation: unknown, input: unknown) => boolean;
  const isResult: Fails = (operation, input) =>
    operation === 'PutItem' && Object(input).Item.included !== undefined;

  async function withBug(fails: Fails, work: () => Promise<unknown>): Promise<void> {
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const bug = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (fails(args[0], args[1])) throw new Error('A bug');
      return Reflect.apply(sendCommand, undefined, args);
    });
    await work();
    bug.mockRestore();
  }

  /** Dead-letters the records that count, as after a bug in the function. `fails` selects the calls that fail. */
  async function failAll(batch: Batch, fails: Fails): Promise<readonly DeadLetter[]> {
    await withBug(fails, () => aggregate(batch));
    const letters = deadLetters();
    expect(JSON.stringify(letters.map(({ keys }) => keys))).toContain('#LEDGER');
    return letters;
  }

  const redrive = async ({ event }: DeadLetter): Promise<void> => {
    if (event !== null) await handler(event);
  };

  async function expectOneOrder(token: string): Promise<void> {
    const { totals } = (await send('GET', '/reports/performance', { token })).json.data;
    expect(totals).toMatchObject({ orders: 1, gross: 100 });
    const types = (await followFeed(token)).map(({ type }) => type);
    expect(types.filter((type) => /^(conversion|commission)/.test(type)).toSorted()).toEqual([
      'commission.created',
      'conversion.recorded',
    ]);
  }

  test('counts in reports and appears in the feed once when it is redriven twice', async () => {
    const { admin, batch } = await orderedBatch();
    const letters = await failAll(batch, () => true);
    for (const letter of [...letters, ...letters]) await redrive(letter);
    await expectOneOrder(admin);
  });

  test('counts once when it is redriven again after a redrive that failed', async () => {
    const { admin, batch } = await orderedBatch();
    const letters = await failAll(batch, isResult);
    for (const letter of letters) await withBug(isResult, () => redrive(letter));
    expect(deadLetters()).toHaveLength(2 * letters.length);
    for (const letter of deadLetters()) await redrive(letter);
    await expectOneOrder(admin);
  });

  test('counts once when it is written again with the same content', async () => {
    const { admin, batch } = await orderedBatch();
    await aggregate(batch);
    const again = batch.records.map((record, index): DynamoDBRecord => {
      const { NewImage, Keys } = record.dynamodb ?? {};
      const SequenceNumber = `9${index}`.padStart(30, '9');
      return {
        eventName: 'MODIFY',
        dynamodb: {
          SequenceNumber,
          ...(Keys && { Keys }),
          ...(NewImage && { NewImage, OldImage: NewImage }),
        },
      };
    });
    await aggregate({ ...batch, records: again });
    await expectOneOrder(admin);
  });

  test('counts once when its redrives are killed after each of their calls before one completes', async () => {
    const { admin, batch } = await orderedBatch();
    for (const letter of await failAll(batch, () => true)) {
      let hasDied = true;
      for (let call = 1; hasDied; call += 1) {
        const run = () => redrive(letter).catch(() => undefined);
        ({ hasDied } = await runAndKill(run, { call, moment: 'after' }));
        expect(call).toBeLessThan(30);
      }
      await redrive(letter);
    }
    await expectOneOrder(admin);
  });

  test('a dead letter is skipped when its batch is delivered again after a fix, so that only the redrive counts it', async () => {
    const { admin, batch } = await orderedBatch();
    const letters = await failAll(batch, isResult);
    await aggregate(batch);
    const { totals } = (await send('GET', '/reports/performance', { token: admin })).json.data;
    expect(totals.orders).toBe(0);
    for (const letter of letters) await redrive(letter);
    await expectOneOrder(admin);
  });
});

describe('a stream consumer with a failure outside its records', () => {
  test.each([
    ['a timeout of the table', { name: 'TimeoutError' }],
    ['throttling by the table', { name: 'ThrottlingException', $metadata: {} }],
    ['a missing permission', { name: 'AccessDeniedException', $metadata: {} }],
    ['a missing table', { name: 'ResourceNotFoundException', $metadata: {} }],
    ['an unknown network error', { name: 'Error', code: 'EHOSTUNREACH', $metadata: { attempts: 4 } }],
    ['an unreachable network, as the bundled client reports it', { name: 'Error', code: 'ENETUNREACH' }],
    ['a TLS failure, as the bundled client reports it', { name: 'Error', code: 'EPROTO' }],
  ])('retries the batch and dead-letters no record after %s', async (_, failure) => {
    const { acme, batch } = await poisonedBatch();
    vi.spyOn(dynamoDb, 'send').mockImplementation(async () => {
      throw Object.assign(new Error('Not now'), failure);
    });
    for (let time = 0; time < 3; time += 1) await expect(aggregate(batch)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(deadLetters()).toEqual([]);
    await aggregate(batch);
    expect([await clicksOf(acme), deadLetters().length]).toEqual([clickCount, 1]);
  });

  test('rethrows a failure of the handler when the batch is empty', async () => {
    const handle = async () => {
      throw new Error('A bug');
    };
    await expect(consume('none', { Records: [] }, handle)).rejects.toThrow('A bug');
  });
});

describe('the dead-letter queue', () => {
  beforeEach(() => {
    takeMessages('letters');
    Object.assign(environment, {
      DEAD_LETTERS_FILE: undefined,
      DEAD_LETTERS_QUEUE: 'https://sqs.local/000000000000/letters',
    });
  });
  afterEach(() => {
    acceptMessages();
    Object.assign(environment, { DEAD_LETTERS_FILE: deadLettersFile, DEAD_LETTERS_QUEUE: undefined });
  });
  const sent = () => takeMessages('letters').map(({ body }) => JSON.parse(body));

  test('receives the failed record as a message', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    await aggregate(batch);
    expect(await clicksOf(acme)).toBe(clickCount);
    expect(sent()).toMatchObject([{ consumer: 'aggregate-clicks', event: { Records: [poison] } }]);
  });

  test('blocks the shard at the failed record while it rejects messages', async () => {
    const { acme, batch, poison } = await poisonedBatch();
    refuseMessages();
    for (let time = 0; time < 2; time += 1) await expect(aggregate(batch)).rejects.toThrow('HTTP 400');
    const position = String(await positionOf(batch.shardId));
    expect(position < String(poison.dynamodb?.SequenceNumber).padStart(40, '0')).toBe(true);
    expect(await clicksOf(acme)).toBe(3);
    acceptMessages();
    await aggregate(batch);
    expect(await clicksOf(acme)).toBe(clickCount);
  });

  test('receives only the keys of a record that is larger than a message', async () => {
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
    await consume('large', { Records: [large] }, handle);
    expect(sent()).toMatchObject([{ keys: { pk: { S: 'p' } }, event: null }]);
  });

  test('a run fails when DEAD_LETTERS_QUEUE is not set', async () => {
    Object.assign(environment, { DEAD_LETTERS_QUEUE: undefined });
    await expect(aggregate((await poisonedBatch()).batch)).rejects.toThrow('Set DEAD_LETTERS_QUEUE');
  });
});

test('a stream consumer dead-letters exactly the failing records of any batch and processes the others in sequence', async () => {
  const record = (number: number): DynamoDBRecord => ({ dynamodb: { SequenceNumber: String(number) } });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 40 }), async (isGood) => {
      rmSync(deadLettersFile, { force: true });
      const handled: string[] = [];
      const handle = async (changes: readonly Change[]) => {
        const numbers = changes.map(({ sequenceNumber }) => sequenceNumber);
        if (numbers.some((number) => !isGood[Number(number)])) throw new Error('A bug');
        handled.push(...numbers);
      };
      await consume('any', { Records: isGood.map((_, number) => record(number)) }, handle);
      const numbersThat = (good: boolean) =>
        isGood.flatMap((is, number) => (is === good ? [String(number)] : []));
      expect(handled).toEqual(numbersThat(true));
      expect(deadLetters().map(({ sequenceNumber }) => sequenceNumber)).toEqual(numbersThat(false));
    }),
    { numRuns: sized(15, 50) },
  );
});

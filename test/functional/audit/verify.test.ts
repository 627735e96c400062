// Tests that the operator detects every manipulation of the audit trail.
import { beforeEach, describe, expect, test } from 'vitest';
import { handler as digestAudit } from '#functions/schedules/digest-audit.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { putItem, queryPartition } from '#lib/foundation/table/client.ts';
import { digestPartition, eventKeys, eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { eraseData } from '#lib/record/events/rules/commitment.ts';
import { erasedContent } from '#lib/record/events/rules/erased-event.ts';
import type { NewEvent } from '#lib/record/events/rules/new-event.ts';
import {
  eventsIn,
  type RecordedEvent,
  segmentOf,
  sequenced,
  storedSegment,
} from '#lib/record/events/rules/segment.ts';
import { digestTrail } from '#lib/record/events/store/digests.ts';
import { verifyTrail } from '#lib/record/events/store/verify.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { operator } from '#test/support/operator.ts';
import { createBrand } from '#test/support/service.ts';

const hour = 3600;
const start = new Date(0).toISOString();
let brandId: string;

const eventAt = (at: Date, name = 'Ada'): NewEvent => ({
  type: 'affiliate.updated',
  resourceId: 'aff_1',
  attribution: { actor: { id: 'operator' }, at },
  data: { name },
  changes: {},
});

/** Three entries of each of the last three days and of today, in segments of two. */
async function writeTrail(): Promise<void> {
  const times = [3, 2, 1, 0].flatMap((days) =>
    [0, 1, 2].map((index) => addSeconds(now(), -days * secondsPerDay + (days === 0 ? 0 : index))),
  );
  const events = sequenced(
    brandId,
    times.map((at, index) => eventAt(at, `Ada ${index}`)),
    { sequence: 0, at: new Date(0).toISOString() },
  );
  for (let first = 0; first < events.length; first += 2) await putPage(events.slice(first, first + 2));
}

const putPage = (events: readonly RecordedEvent[], key = events[0]?.sequence ?? 0) =>
  putItem({ Item: { ...eventKeys.eventSegment(brandId, key), ...segmentOf(events) } });

async function readPage(first: number): Promise<readonly RecordedEvent[]> {
  const { sk } = eventKeys.eventSegment(brandId, first);
  const page = (await queryPartition(eventPartition(brandId))).find((item) => item.sk === sk);
  return eventsIn(storedSegment.parse(page));
}

const verify = async () => {
  const { exitCode, stdout } = await operator(['audit', 'verify', '--brand', brandId, '--json']);
  return { exitCode, ...JSON.parse(stdout) };
};

beforeEach(async () => {
  ({
    brand: { id: brandId },
  } = await createBrand());
  await writeTrail();
  await digestTrail(brandId, now());
});

test('an unchanged trail is verified, with one digest for each day that has ended, in a chain', async () => {
  expect(await verify()).toMatchObject({
    exitCode: 0,
    entries: 12,
    digests: 3,
    notYetDigested: 3,
    finding: null,
  });
  const digests = await queryPartition(digestPartition(brandId));
  expect(digests.map(({ previous }) => previous)).toEqual([null, digests[0]?.digest, digests[1]?.digest]);
});

test('a repeated run changes nothing, and the run of the next day continues the chain with late entries', async () => {
  const before = await queryPartition(digestPartition(brandId));
  await digestAudit({}, { getRemainingTimeInMillis: () => 900_000 });
  expect(await queryPartition(digestPartition(brandId))).toEqual(before);
  await digestTrail(brandId, addSeconds(now(), secondsPerDay + hour));
  expect(await verify()).toMatchObject({ exitCode: 0, digests: 4, notYetDigested: 0, finding: null });
});

test('two runs at the same time store each digest once, and neither fails', async () => {
  const tomorrow = addSeconds(now(), secondsPerDay + hour);
  await Promise.all([digestTrail(brandId, tomorrow), digestTrail(brandId, tomorrow)]);
  expect(await verify()).toMatchObject({ exitCode: 0, digests: 4, notYetDigested: 0, finding: null });
});

test('an unreadable entry of one brand does not stop the digests of the others, and the run fails at its end', async () => {
  const others = [await createBrand(), await createBrand(), await createBrand()].map(({ brand }) => brand.id);
  const [broken, ...intact] = others.toSorted();
  const entry = (id: string) => ({
    ...eventKeys.eventSegment(id, 1),
    ...segmentOf(sequenced(id, [eventAt(addSeconds(now(), -secondsPerDay))], { sequence: 0, at: start })),
  });
  for (const id of intact) await putItem({ Item: entry(id) });
  await putItem({ Item: { ...entry(broken ?? ''), events: 'unreadable' } });
  const run = digestAudit({}, { getRemainingTimeInMillis: () => 900_000 });
  await expect(run).rejects.toThrow('1 items failed');
  for (const id of intact) expect(await queryPartition(digestPartition(id))).toHaveLength(1);
  await transact([{ kind: 'delete', key: eventKeys.eventSegment(broken ?? '', 1) }]);
});

test('the entries of the last 398 days are verified, and older ones may have expired', async () => {
  fakeClock('2026-03-10T12:00:00Z');
  ({
    brand: { id: brandId },
  } = await createBrand());
  const times = [399, 398, 1].map((days) => addSeconds(now(), -days * secondsPerDay));
  const events = sequenced(
    brandId,
    times.map((at) => eventAt(at)),
    { sequence: 0, at: new Date(0).toISOString() },
  );
  for (const event of events) await putPage([event]);
  await digestTrail(brandId, now());
  const expire = (sequence: number) =>
    transact([{ kind: 'delete', key: eventKeys.eventSegment(brandId, sequence) }]);
  const verifyNow = async () => verifyTrail(brandId, now());
  expect(await verifyNow()).toMatchObject({ entries: 2, digests: 2, finding: null });
  await expire(1);
  expect(await verifyNow()).toMatchObject({ entries: 2, finding: null });
  await expire(2);
  expect(await verifyNow()).toMatchObject({ finding: { problem: 'missing entry', sequence: 2 } });
});

describe('the operator names the first', () => {
  test('changed entry', async () => {
    const [one, two] = await readPage(5);
    if (one === undefined || two === undefined) throw new Error('The page has two entries');
    await putPage([one, { ...two, data: { name: 'Eve' } }]);
    expect(await verify()).toMatchObject({ exitCode: 1, finding: { problem: 'changed entry', sequence: 6 } });
    await putPage([{ ...one, actor: { id: 'usr_2' } }, two]);
    expect(await verify()).toMatchObject({ finding: { problem: 'changed entry', sequence: 5 } });
  });

  test('missing entry, also of a whole segment', async () => {
    await putPage((await readPage(3)).slice(0, 1));
    expect(await verify()).toMatchObject({ exitCode: 1, finding: { problem: 'missing entry', sequence: 4 } });
    await putPage([], 1);
    expect(await verify()).toMatchObject({ finding: { problem: 'missing entry', sequence: 1 } });
  });

  test('added entry, also in a segment of its own', async () => {
    const [one, two] = await readPage(3);
    if (one === undefined || two === undefined) throw new Error('The page has two entries');
    await putPage([{ ...two, data: { name: 'Eve' } }], 4);
    expect(await verify()).toMatchObject({ exitCode: 1, finding: { problem: 'added entry', sequence: 4 } });
    await putPage([one, one, two]);
    expect(await verify()).toMatchObject({ finding: { problem: 'added entry', sequence: 3 } });
  });

  test('changed or missing digest', async () => {
    const [first, second] = await queryPartition(digestPartition(brandId));
    await putItem({ Item: { ...first, digest: second?.digest } });
    expect(await verify()).toMatchObject({
      exitCode: 1,
      finding: { problem: 'missing digest', sequence: 4 },
    });
  });
});

describe('an erased entry', () => {
  const erasedAt = '2026-03-03T10:00:00.000Z';
  const erase = async () => {
    const [one, two] = await readPage(1);
    if (one === undefined || two === undefined) throw new Error('The page has two entries');
    const record = { at: erasedAt, for: 'aff_1' };
    const once = eraseData(one, erasedContent(one), record);
    await putPage([eraseData(once, erasedContent(once), record), two]);
  };

  test('an erased entry is accepted with the record of its erasure', async () => {
    await erase();
    const last = (await readPage(11))[1];
    const erasure = {
      type: 'affiliate.personal_data_erased',
      resourceId: 'aff_1',
      data: { createdAt: erasedAt },
      changes: {},
      attribution: { actor: { id: 'service' }, at: now() },
    } as const;
    await putPage(sequenced(brandId, [erasure], { sequence: 12, at: last?.createdAt ?? '' }));
    expect(await verify()).toMatchObject({ exitCode: 0, finding: null });
  });

  test('an erased entry without the record of its erasure is a finding', async () => {
    await erase();
    expect(await verify()).toMatchObject({
      exitCode: 1,
      finding: { problem: 'erased entry without a record', sequence: 1 },
    });
  });
});

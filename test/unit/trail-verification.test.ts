// Tests that each changed field of an entry or of a digest makes the verification of the audit trail fail.
import { expect, test } from 'vitest';
import { eraseData } from '#lib/events/rules/commitment.ts';
import { type Digest, hashOfEntry, newDigest } from '#lib/events/rules/digest.ts';
import { noEvents, type RecordedEvent, sequenced } from '#lib/events/rules/page.ts';
import { TrailVerifier } from '#lib/events/rules/verification.ts';

const brandId = 'brd_01JD0000000000000000000000';
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];

const written = sequenced(
  brandId,
  days.flatMap((day) =>
    [8, 9].map((hour) => ({
      type: 'affiliate.updated' as const,
      resourceId: 'aff_1',
      attribution: {
        actor: { id: 'usr_1', requestId: 'request-1', addressHash: 'hash' },
        at: new Date(`${day}T0${hour}:00:00Z`),
      },
      data: { name: 'Ada', metadata: {} },
      changes: { name: { before: 'Eve', after: 'Ada' } },
    })),
  ),
  noEvents,
);

function digestsOf(entries: readonly RecordedEvent[]): readonly Digest[] {
  const digests: Digest[] = [];
  for (const day of days) {
    const own = entries.filter(({ createdAt }) => createdAt.startsWith(day));
    digests.push(newDigest(day, digests.at(-1), own[0]?.sequence ?? 0, own.map(hashOfEntry)));
  }
  return digests;
}

const digests = digestsOf(written);

function findingIn(entries: readonly RecordedEvent[], chain = digests) {
  const verifier = new TrailVerifier(chain);
  for (const entry of entries) verifier.add(entry);
  return verifier.result().finding;
}

const withEntry = (index: number, entry: RecordedEvent) => written.with(index, entry);

test('the verification fails if any single field of any entry is changed or removed', () => {
  expect(findingIn(written)).toBeNull();
  let changed = 0;
  written.forEach((entry, index) => {
    const changes: readonly (readonly [string, object])[] = [
      ['id', { id: `${entry.id.slice(0, -1)}0` }],
      ['type', { type: 'affiliate.paused' }],
      ['resourceId', { resourceId: 'aff_2' }],
      ['createdAt', { createdAt: entry.createdAt.replace('00.000Z', '00.001Z') }],
      ['data.name', { data: { ...entry.data, name: 'Bob' } }],
      ['data.metadata', { data: { name: 'Ada' } }],
      ['data.other', { data: { ...entry.data, other: null } }],
      ['changes.before', { changes: { name: { before: 'Bob', after: 'Ada' } } }],
      ['changes.after', { changes: { name: { before: 'Eve', after: 'Bob' } } }],
      ['changes', { changes: {} }],
      ['nonce', { nonce: 'other' }],
      ['no nonce', { nonce: undefined }],
      ['actor.id', { actor: { ...entry.actor, id: 'usr_2' } }],
      ['actor.requestId', { actor: { ...entry.actor, requestId: 'request-2' } }],
      ['no actor.requestId', { actor: { ...entry.actor, requestId: undefined } }],
      ['actor.addressHash', { actor: { ...entry.actor, addressHash: 'other' } }],
      ['no actor.addressHash', { actor: { ...entry.actor, addressHash: undefined } }],
    ];
    for (const [field, change] of changes) {
      const { sequence } = entry;
      expect([field, findingIn(withEntry(index, { ...entry, ...change }))]).toEqual([
        field,
        { problem: 'changed entry', sequence, day: entry.createdAt.slice(0, 10) },
      ]);
      changed += 1;
    }
  });
  expect(changed).toBe(6 * 17);
});

test('the verification names an entry whose sequence number is changed, and the first one that is missing or added', () => {
  const [first, second] = written;
  if (first === undefined || second === undefined) throw new Error('The trail has six entries');
  expect(findingIn(withEntry(1, { ...second, sequence: 1 }))).toMatchObject({
    problem: 'added entry',
    sequence: 1,
  });
  expect(findingIn(withEntry(1, { ...second, sequence: 3 }))).toMatchObject({
    problem: 'missing entry',
    sequence: 2,
  });
  expect(findingIn(withEntry(1, first))).toMatchObject({ problem: 'added entry', sequence: 1 });
  expect(findingIn(written.slice(0, -1))).toMatchObject({ problem: 'missing entry', sequence: 6 });
  expect(findingIn([])).toMatchObject({ problem: 'missing entry', sequence: 1 });
  expect(findingIn([second, first, ...written.slice(2)])).toMatchObject({
    problem: 'missing entry',
    sequence: 1,
  });
});

test('the verification fails if any single field of any digest is changed', () => {
  let changed = 0;
  digests.forEach((digest, index) => {
    const { first, last, fingerprints } = digest;
    const changes: readonly Partial<Digest>[] = [
      { day: '2026-03-09' },
      { digest: 'other' },
      { previous: 'other' },
      { previous: index === 0 ? 'other' : null },
      { first: first + 1 },
      { first: first - 1 },
      { last: last + 1 },
      { last: last - 1 },
      { fingerprints: fingerprints.with(0, (fingerprints[0] ?? 0) ^ 1) },
      { fingerprints: fingerprints.with(15, (fingerprints[15] ?? 0) ^ 1) },
      { fingerprints: fingerprints.subarray(0, 8) },
    ];
    for (const change of changes) {
      const finding = findingIn(written, digests.with(index, { ...digest, ...change }));
      expect([change, finding]).toEqual([change, expect.objectContaining({ sequence: expect.any(Number) })]);
      changed += 1;
    }
  });
  expect(changed).toBe(3 * 11);
});

test('the verification fails if a digest is removed from the middle of the chain, or replaced by one of other entries', () => {
  const [one, two, three] = digests;
  const [, , entry] = written;
  if (one === undefined || two === undefined || three === undefined || entry === undefined)
    throw new Error('There are three digests and six entries');
  expect(findingIn(written, [one, three])).toMatchObject({ problem: 'missing digest', sequence: 5 });
  const forged = withEntry(2, { ...entry, data: { name: 'Bob' } });
  expect(findingIn(forged, [one, digestsOf(forged)[1] ?? two, three])).toMatchObject({
    problem: 'missing digest',
    sequence: 5,
  });
});

test('an erased entry is accepted only with its commitment, and with an entry that records the erasure of its person', () => {
  const [entry] = written;
  if (entry === undefined) throw new Error('The trail has six entries');
  const at = '2026-03-03T10:00:00.000Z';
  const erased = eraseData(entry, { data: { name: 'Erased' }, changes: {} }, { at, for: 'aff_1' });
  const recordOf = (person: string): readonly RecordedEvent[] => [
    ...written.slice(1),
    ...sequenced(
      brandId,
      [
        {
          ...{ type: 'affiliate.personal_data_erased', resourceId: person, data: {}, changes: {} },
          attribution: { actor: { id: 'service' }, at: new Date(at) },
        },
      ],
      { sequence: 6, at },
    ),
  ];
  expect(findingIn([erased, ...recordOf('aff_1')])).toBeNull();
  expect(findingIn([erased, ...recordOf('aff_2')])).toMatchObject({
    problem: 'erased entry without a record',
  });
  const record = { at, for: 'aff_1', commitment: 'other' };
  expect(findingIn([{ ...erased, erased: record }, ...recordOf('aff_1')])).toMatchObject({
    problem: 'changed entry',
  });
  const { erased: _, ...unmarked } = erased;
  expect(findingIn([unmarked, ...recordOf('aff_1')])).toMatchObject({
    problem: 'changed entry',
    sequence: 1,
  });
});

test('the verification counts the entries, the digests, and the entries after the last digest', () => {
  const verifier = new TrailVerifier(digests.slice(0, 2));
  for (const entry of written) verifier.add(entry);
  expect(verifier.result()).toEqual({
    ...{ entries: 6, digests: 2, notYetDigested: 2, finding: null },
    newest: { day: '2026-03-02', digest: digests[1]?.digest },
  });
});

test('entries before the first digest are expiring, so they are skipped', () => {
  const verifier = new TrailVerifier(digests.slice(1));
  for (const entry of written.slice(1)) verifier.add(entry);
  expect(verifier.result()).toMatchObject({ entries: 4, digests: 2, finding: null });
});

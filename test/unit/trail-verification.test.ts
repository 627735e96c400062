// Tests that each changed field of an entry or of a digest makes the verification of the audit trail fail.
import { describe, expect, test } from 'vitest';
import { eraseData } from '#lib/record/events/rules/commitment.ts';
import { type Digest, hashOfEntry, newDigest } from '#lib/record/events/rules/digest.ts';
import { erasedContent } from '#lib/record/events/rules/erased-event.ts';
import type { NewEvent } from '#lib/record/events/rules/new-event.ts';
import { noEvents, type RecordedEvent, sequenced } from '#lib/record/events/rules/segment.ts';
import { TrailVerifier } from '#lib/record/events/rules/verification.ts';

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
    if (own.length === 0) continue;
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
      ['customerKey', { customerKey: 'other' }],
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
  expect(changed).toBe(6 * 18);
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

describe('an erased entry', () => {
  const at = '2026-03-03T10:00:00.000Z';
  const attribution = { actor: { id: 'usr_1', requestId: 'r-1' }, at: new Date(`${days[0]}T08:00:00Z`) };
  const metadata = { note: 'likes tea' };
  /** Entries with personal fields, each with the person that an erasure erases. */
  const personal: readonly { readonly person: string; readonly event: NewEvent }[] = [
    {
      person: 'aff_1',
      event: {
        ...{ type: 'affiliate.updated', resourceId: 'aff_1', attribution },
        data: { id: 'aff_1', name: 'Ada', status: 'active', metadata },
        changes: { name: { before: 'Eve', after: 'Ada' }, status: { before: 'paused', after: 'active' } },
      },
    },
    {
      person: 'aff_1',
      event: {
        ...{ type: 'discount.updated', resourceId: 'dsc_1', attribution },
        data: { affiliateId: 'aff_1', code: 'ADA10', metadata },
        changes: { metadata: { before: {}, after: metadata } },
      },
    },
    {
      person: 'ers_1',
      event: {
        ...{ type: 'conversion.updated', resourceId: 'cnv_1', attribution, customerKey: 'key of Eve' },
        data: { affiliateId: 'aff_1', amount: 100, metadata },
        changes: { metadata: { before: {}, after: metadata } },
      },
    },
    {
      person: 'ers_1',
      event: {
        ...{ type: 'commission.rejected', resourceId: 'com_1', attribution, customerKey: 'key of Eve' },
        data: { affiliateId: 'aff_1', amount: 10, reason: 'Eve is the creator' },
        changes: { reason: { before: null, after: 'Eve is the creator' } },
      },
    },
  ];

  const subjects: readonly Pick<NewEvent, 'type' | 'resourceId' | 'customerKey'>[] = [
    { type: 'affiliate.personal_data_erased', resourceId: 'aff_1' },
    { type: 'affiliate.personal_data_erased', resourceId: 'aff_2' },
    { type: 'customer.personal_data_erased', resourceId: 'ers_1', customerKey: 'key of Eve' },
    { type: 'customer.personal_data_erased', resourceId: 'ers_2', customerKey: 'key of Bob' },
  ];
  const records = subjects.map((subject) => ({
    ...subject,
    attribution,
    data: { createdAt: at },
    changes: {},
  }));

  const trail = sequenced(brandId, [...personal.map(({ event }) => event), ...records], noEvents);
  const chain = digestsOf(trail);
  const erase = (entry: RecordedEvent, person: string) =>
    eraseData(entry, erasedContent(entry), { at, for: person });
  const eachErased = personal.map(({ person }, index) => {
    const entry = trail[index];
    if (entry === undefined) throw new Error('There is an entry for each person');
    return { index, entry, erased: erase(entry, person) };
  });
  const findingWith = (index: number, entry: RecordedEvent, others = trail) =>
    findingIn(others.with(index, entry), chain);

  test('an erased entry is accepted with the record of the erasure of its person', () => {
    expect(findingIn(trail, chain)).toBeNull();
    for (const { index, entry, erased } of eachErased) {
      expect(erased.data).not.toEqual(entry.data);
      expect(findingWith(index, erased)).toBeNull();
    }
  });

  test('the verification fails if any other field of an erased entry is changed or removed', () => {
    for (const { index, erased } of eachErased) {
      const { erased: mark, ...unmarked } = erased;
      const withData = (name: string, value: unknown) => ({ data: { ...erased.data, [name]: value } });
      const changes: readonly object[] = [
        { id: `${erased.id.slice(0, -1)}0` },
        { type: 'affiliate.paused' },
        { resourceId: 'aff_3' },
        { createdAt: erased.createdAt.replace('00.000Z', '00.001Z') },
        { actor: { ...erased.actor, id: 'usr_2' } },
        { actor: { ...erased.actor, requestId: 'request-2' } },
        { customerKey: 'key of Bob' },
        { nonce: 'other', erased: undefined },
        { changes: {} },
        { changes: { ...erased.changes, status: { before: 'active', after: 'banned' } } },
        { data: {} },
        withData('other', null),
        ...Object.keys(erased.data).map((name) => withData(name, 'forged')),
        { erased: { ...mark, commitment: 'other' } },
        { erased: { ...mark, at: '2026-03-03T11:00:00.000Z' } },
        { erased: { ...mark, for: 'aff_9' } },
      ];
      for (const change of changes)
        expect([change, findingWith(index, { ...erased, ...change })]).toEqual([
          change,
          expect.objectContaining({ sequence: index + 1 }),
        ]);
      expect(findingWith(index, unmarked)).toMatchObject({ problem: 'changed entry' });
    }
  });

  test('an entry that never concerned an erased person is not accepted as erased', () => {
    for (const { index, entry, erased } of eachErased) {
      for (const person of ['aff_1', 'aff_2', 'ers_1', 'ers_2'].filter((one) => one !== erased.erased?.for)) {
        // The rejection of a commission can contain data of the creator and of the customer.
        if (entry.type === 'commission.rejected' && person === 'aff_1') continue;
        expect([entry.type, person, findingWith(index, erase(entry, person))]).toEqual([
          entry.type,
          person,
          expect.objectContaining({ problem: 'erased entry without a record', sequence: index + 1 }),
        ]);
      }
    }
  });

  test('an entry without personal fields cannot be replaced in the name of an erasure', () => {
    const [entry] = sequenced(
      brandId,
      [{ type: 'settings.updated', resourceId: 'aff_1', attribution, data: { holdDays: 7 }, changes: {} }],
      noEvents,
    );
    if (entry === undefined) throw new Error('There is one entry');
    const others = [entry, ...trail.slice(1)];
    const ofSettings = digestsOf(others);
    expect(findingIn(others, ofSettings)).toBeNull();
    const forged = eraseData(entry, { data: { holdDays: 0 }, changes: {} }, { at, for: 'aff_1' });
    expect(findingIn(others.with(0, forged), ofSettings)).toMatchObject({
      problem: 'changed entry',
      sequence: 1,
    });
    const marked = erase(entry, 'aff_1');
    expect(findingIn(others.with(0, marked), ofSettings)).toMatchObject({
      problem: 'erased entry without a record',
      sequence: 1,
    });
  });

  test('an erased entry without the record of an erasure is a finding', () => {
    for (const { index, erased } of eachErased)
      expect(findingIn(trail.slice(0, 4).with(index, erased), [])).toMatchObject({
        problem: 'erased entry without a record',
        sequence: index + 1,
      });
  });
});

test('the hash of an entry is the same in each release, so a new personal field needs a new version of the hash', () => {
  const types = [
    'affiliate.updated',
    'conversion.updated',
    'commission.rejected',
    'settings.updated',
  ] as const;
  const hashes = types.map((type) =>
    hashOfEntry({
      ...{ type, id: 'evt_1', sequence: 1, resourceId: 'id_1', nonce: 'nonce', customerKey: 'key' },
      ...{ createdAt: '2026-03-01T08:00:00.000Z', actor: { id: 'usr_1' } },
      data: {
        id: 'id_1',
        name: 'Ada',
        email: 'ada@acme.test',
        externalId: 'a@b',
        metadata: { a: 1 },
        reason: 'r',
      },
      changes: {},
    }).toString('base64url'),
  );
  expect(hashes).toEqual([
    'JFNqv2ZFuFbP81kIqU9Up5U6I-oWclImwGqx4aF7FOA',
    '-Pr3gJQOGheJ2S_Rf-ThkP915shkWcfoDedzMTPLiqY',
    '7wqJ6qAjjYBzFfiwQFfTdO1p2Ec9_syfOpb9sXND4LQ',
    'oXZZNNITcnt0iHiY9ginYy-D_EVF86HuUSuPMA2VePQ',
  ]);
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

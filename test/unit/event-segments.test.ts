import { describe, expect, test } from 'vitest';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { commitmentOf, eraseData } from '#lib/record/events/rules/commitment.ts';
import type { NewEvent } from '#lib/record/events/rules/new-event.ts';
import {
  eventsIn,
  isEventId,
  noEvents,
  segmentOf,
  sequenced,
  sequenceIn,
  storedSegment,
} from '#lib/record/events/rules/segment.ts';
import { matchesType, trailPatterns, typePatterns } from '#lib/record/events/rules/type-patterns.ts';

const brandId = 'brd_01JD0000000000000000000000';
const start = Date.parse('2026-03-01T09:30:00.000Z');

const eventAt = (milliseconds: number): NewEvent => ({
  type: 'campaign.created',
  resourceId: 'cmp_01JD0000000000000000000000',
  attribution: { actor: { id: 'usr_1' }, at: new Date(start + milliseconds) },
  data: { name: 'Spring' },
  changes: {},
});

describe('the events of a segment', () => {
  test('an event that is recorded late gets the time of the event before, also of the segment before', () => {
    const head = { sequence: 7, at: new Date(start + 10).toISOString() };
    const events = sequenced(brandId, [eventAt(9), eventAt(12), eventAt(11), eventAt(13)], head);
    expect(events.map(({ createdAt }) => Date.parse(createdAt) - start)).toEqual([10, 12, 12, 13]);
    expect(events.map(({ sequence }) => sequence)).toEqual([8, 9, 10, 11]);
  });

  test('the id of an event contains its time and its position, and belongs to one brand', () => {
    const [event] = sequenced(brandId, [eventAt(0)], { ...noEvents, sequence: 41 });
    const id = event?.id ?? '';
    expect([timeOf(id).getTime(), sequenceIn(id)]).toEqual([start, 42]);
    expect(isEventId(brandId, id)).toBe(true);
    expect(isEventId('brd_01JD0000000000000000000001', id)).toBe(false);
  });

  test('a segment has the position and the time of its last event, and the same events when it is read', () => {
    const events = sequenced(brandId, [eventAt(0), eventAt(5)], noEvents);
    const segment = segmentOf(events);
    expect(segment).toMatchObject({ sequence: 2, at: events[1]?.createdAt });
    expect(eventsIn(storedSegment.parse(segment))).toEqual(events);
  });

  test('each event has a nonce of its own', () => {
    const nonces = sequenced(brandId, [eventAt(0), eventAt(0)], noEvents).map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(2);
  });
});

describe('the commitment to the data of an event', () => {
  const [event] = sequenced(brandId, [eventAt(0)], noEvents);
  if (event === undefined) throw new Error('There is one event');
  const without = { data: { name: null }, changes: {} };

  test('an erasure keeps the commitment and removes the nonce', () => {
    const erased = eraseData(event, without, { at: '2026-03-02T00:00:00.000Z', for: 'cmp_1' });
    expect(commitmentOf(erased)).toBe(commitmentOf(event));
    expect(erased).not.toHaveProperty('nonce');
  });

  test('a second erasure keeps the first commitment', () => {
    const erased = eraseData(event, without, { at: '2026-03-02T00:00:00.000Z', for: 'cmp_1' });
    const again = eraseData(
      erased,
      { data: {}, changes: {} },
      { at: '2026-03-03T00:00:00.000Z', for: 'cmp_2' },
    );
    expect(commitmentOf(again)).toBe(commitmentOf(event));
  });

  test('other data, other changes and another nonce have other commitments', () => {
    const commitments = [
      event,
      { ...event, data: { name: 'Autumn' } },
      { ...event, changes: { name: { before: 'a', after: 'b' } } },
      { ...event, nonce: 'x' },
    ].map(commitmentOf);
    expect(new Set(commitments).size).toBe(4);
  });
});

describe('the patterns of types', () => {
  test('a pattern matches its group, and no group or type whose name only begins alike', () => {
    expect(matchesType(['payout.*'], 'payout.paid')).toBe(true);
    expect(matchesType(['payout.*'], 'payouts.paid')).toBe(false);
    expect(matchesType(['payout.paid'], 'payout.paid_later')).toBe(false);
    expect(matchesType(['user.created', '*'], 'payout.paid')).toBe(true);
    expect(matchesType([], 'payout.paid')).toBe(false);
  });

  test('only the audit trail knows the types of logins and of commands of the operator', () => {
    expect(trailPatterns).toEqual(expect.arrayContaining(['session.created', 'operator.command_run']));
    expect(typePatterns).toEqual(expect.not.arrayContaining(['session.created']));
    expect(typePatterns).toEqual(expect.not.arrayContaining(['operator.command_run']));
    expect(trailPatterns).toEqual(expect.arrayContaining([...typePatterns]));
  });
});

import { expect, test } from 'vitest';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { isDelivered } from '#infra/local/event-filters.ts';

const record = (eventName: string, image: object, before?: object) => ({
  eventName,
  dynamodb: { ...(eventName !== 'REMOVE' && { NewImage: image }), OldImage: before ?? image },
});

const { aggregateClicks, continueWork } = streamFunctions;

test.each([
  ['a new visit', record('INSERT', { type: { S: 'visit' } }), true],
  ['a changed visit', record('MODIFY', { type: { S: 'visit' } }), true],
  ['a visit that expired', record('REMOVE', { type: { S: 'visit' } }), false],
  ['a ledger entry of an order', record('INSERT', { kind: { S: 'order' } }), true],
  ['a changed item that names its actor', record('MODIFY', { changedBy: { S: 'usr_1' } }), true],
  ['a deleted item that named its actor', record('REMOVE', { changedBy: { S: 'usr_1' } }), true],
  ['a counter', record('MODIFY', { total: { N: '1' } }), false],
])('the local stage delivers %s to the aggregation like Lambda: %#', (_, changed, isWanted) => {
  expect(isDelivered(aggregateClicks.filters, changed)).toBe(isWanted);
});

test.each([
  ['a new segment of events', record('INSERT', { type: { S: 'eventSegment' } }), true],
  ['a changed segment of events', record('MODIFY', { type: { S: 'eventSegment' } }), false],
  [
    'a payout that is preparing',
    record('MODIFY', { type: { S: 'payout' }, status: { S: 'preparing' } }),
    true,
  ],
  ['a payout that is ready', record('MODIFY', { type: { S: 'payout' }, status: { S: 'ready' } }), false],
  [
    'an import that is being undone',
    record('MODIFY', { type: { S: 'import' }, status: { S: 'undoing' } }),
    true,
  ],
  [
    'an import that has ended',
    record('MODIFY', { type: { S: 'import' }, status: { S: 'completed' } }),
    false,
  ],
  ['an order', record('INSERT', { type: { S: 'conversion' } }), false],
])(
  'the local stage delivers %s to the function that continues work like Lambda: %#',
  (_, changed, isWanted) => {
    expect(isDelivered(continueWork.filters, changed)).toBe(isWanted);
  },
);

test('a consumer without filters receives every record', () => {
  expect(isDelivered(undefined, record('INSERT', {}))).toBe(true);
});

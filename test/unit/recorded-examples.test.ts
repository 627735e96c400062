// Tests the comparison of recorded examples.
import { expect, test } from 'vitest';
import { fieldsOf } from '#test/support/recorded-examples.ts';

const example = (value: unknown) => fieldsOf({ response: { data: { value } } });

test.each([
  ['an instant instead of a day', '2026-03-02T09:30:00.000Z', '2026-03-02'],
  ['a number as text', 12.5, '12.5'],
  ['null', null, 'Ada'],
  ['an id of another kind', 'aff_01JD0000000000000000000001', 'cmp_01JD0000000000000000000001'],
  ['another column of a CSV file', 'id,name\r\n1,Ada\r\n', 'id,email\r\n1,Ada\r\n'],
  ['a path instead of a URL', 'https://acme.test/spring', '/spring'],
])('a recording is stale if a value has another format: %s', (_, before, after) => {
  expect(example(before)).not.toEqual(example(after));
});

test('a recording stays current if only the values differ', () => {
  expect(example('2026-03-02')).toEqual(example('2027-12-31'));
  expect(example(['Ada'])).toEqual(example(['Ben', 'Cleo']));
});

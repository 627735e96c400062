import { describe, expect, test } from 'vitest';
import { failureOf } from '#infra/operator/failure.ts';
import { columns, table } from '#infra/operator/text.ts';
import { invalidField, unavailable } from '#lib/foundation/shared/errors.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('failureOf', () => {
  test.each([
    [
      'denied access',
      named('AccessDeniedException', 'User: arn:x is not authorized\n to perform: dynamodb:Query'),
      {
        code: 'forbidden',
        message: 'AWS denies access: User: arn:x is not authorized to perform: dynamodb:Query',
      },
    ],
    [
      'rejected credentials',
      named('UnrecognizedClientException', 'The security token is invalid.'),
      {
        code: 'unauthenticated',
        message: 'AWS rejected the credentials: The security token is invalid.',
      },
    ],
    [
      'an unreachable table',
      unavailable(new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '')),
      { code: 'unavailable', message: 'DynamoDB is unavailable: connect ECONNREFUSED ::1:1' },
    ],
    ['an invalid field', invalidField('email', 'Too odd'), { code: 'invalid', message: 'email: Too odd' }],
    [
      'an unexpected error',
      new TypeError('x is\nundefined'),
      { code: 'unexpected', message: 'TypeError: x is undefined (set NODE_DEBUG=operator for details)' },
    ],
    ['a thrown text', 'text', { code: 'unexpected', message: 'text' }],
  ])('describes %s in one line', (_, error, failure) => {
    expect(failureOf(error)).toEqual(failure);
  });
});

test('the text output aligns columns, removes control characters and replaces an empty table with a message', () => {
  expect(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b\n\u001b[2J', ''],
    ]),
  ).toBe('a    bb      c\naaa  b  [2J');
  expect(table(['id'], [], 'None yet')).toBe('None yet');
});

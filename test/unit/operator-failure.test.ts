import { describe, expect, test } from 'vitest';
import { failureOf } from '#infra/operator/failure.ts';
import { columns, table } from '#infra/operator/text.ts';
import { invalidField, unavailable } from '#lib/shared/errors.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

describe('a failure is one line', () => {
  test.each([
    [
      named('AccessDeniedException', 'User: arn:x is not authorized\n to perform: dynamodb:Query'),
      {
        code: 'forbidden',
        message: 'AWS denies access: User: arn:x is not authorized to perform: dynamodb:Query',
      },
    ],
    [
      named('UnrecognizedClientException', 'The security token is invalid.'),
      {
        code: 'unauthenticated',
        message: 'AWS rejected the credentials: The security token is invalid.',
      },
    ],
    [
      unavailable(new AggregateError([new Error('connect ECONNREFUSED ::1:1')], '')),
      { code: 'unavailable', message: 'DynamoDB is unavailable: connect ECONNREFUSED ::1:1' },
    ],
    [invalidField('email', 'Too odd'), { code: 'invalid', message: 'email: Too odd' }],
    [
      new TypeError('x is\nundefined'),
      { code: 'unexpected', message: 'TypeError: x is undefined (set NODE_DEBUG=operator for details)' },
    ],
    ['text', { code: 'unexpected', message: 'text' }],
  ])('%s', (error, failure) => {
    expect(failureOf(error)).toEqual(failure);
  });
});

test('columns are aligned, and control characters cannot break out of them', () => {
  expect(
    columns([
      ['a', 'bb', 'c'],
      ['aaa', 'b\n\u001b[2J', ''],
    ]),
  ).toBe('a    bb      c\naaa  b  [2J');
  expect(table(['id'], [], 'None yet')).toBe('None yet');
});

// Describes a problem that zod finds, in words of the API. A schema that knows more has its own message.
import type * as z from 'zod';

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};
const typeOf = (expected: string): string => types[expected] ?? expected;

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  date: 'a date, such as 2026-01-31',
  datetime: 'an instant in ISO 8601, such as 2026-01-31T12:00:00Z',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items', record: 'fields' };

const oneOf = (values: readonly unknown[]): string =>
  values.length === 1 ? `Must be ${values[0]}` : `Must be one of ${values.join(', ')}`;

type Limit = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

function limitMessage(origin: Limit['origin'], bound: string, limit: number | bigint): string {
  const unit = units[origin];
  if (unit === undefined) return `Must be ${bound} ${limit}`;
  return `Must have ${bound} ${limit} ${unit}`;
}

function unionMessage({ options, errors }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>) {
  if (Array.isArray(options)) return oneOf(options);
  const forms = (errors ?? []).map(([problem]) => problem);
  const expected = forms.flatMap((problem) =>
    problem?.code === 'invalid_type' ? [typeOf(problem.expected)] : [],
  );
  if (expected.length === 0 || expected.length < forms.length) return 'Must have one of the documented forms';
  return `Must be ${[...new Set(expected)].join(', or ')}`;
}

/** Returns undefined for a problem with a message of its own, such as an unknown field. */
export function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return 'Required';
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${typeOf(issue.expected)}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in units) return 'Must not be empty';
      return limitMessage(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return limitMessage(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `Must be ${formats[issue.format] ?? 'in the documented format'}`;
    case 'invalid_union':
      return unionMessage(issue);
    default:
      return undefined;
  }
}

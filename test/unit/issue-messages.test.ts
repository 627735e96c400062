// Sends values of wrong types and sizes to each field of each endpoint, and reads the messages.
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '#lib/surface/api/routes.ts';
import { details, messages } from '#lib/surface/http/details.ts';

const wrongValues = [true, 'x', '', -1, 1.5, 1e300, [], ['', 1, true], {}, { x: 1 }, 'x'.repeat(10_000)];
const wordsOfLibrary = /^(Invalid|Too (small|big))\b|expected |undefined|regex|pattern \//;

function fieldsOf(schema: z.ZodType): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const messagesOf = (schema: z.ZodType, value: unknown): readonly string[] =>
  details(schema.safeParse(value, messages).error?.issues ?? [], 'Unknown field').map(
    ({ message }) => message,
  );

test('no message for an invalid body or query contains the words of the schema library', () => {
  const schemas = routes.flatMap(({ body, query }) => [body, query].filter((schema) => schema !== undefined));
  const found = schemas.flatMap((schema) =>
    fieldsOf(schema).flatMap((field) =>
      wrongValues.flatMap((value) => messagesOf(schema, { [field]: value })),
    ),
  );
  expect(found.length).toBeGreaterThan(1000);
  expect([...new Set(found)].filter((message) => wordsOfLibrary.test(message))).toEqual([]);
});

describe('a message for a value', () => {
  const fixed = z.strictObject({ type: z.literal('fixed'), value: z.number() });
  const percent = z.strictObject({ type: z.literal('percent'), value: z.number() });

  test.each([
    ['that is not a whole number', z.int(), 1.5, 'Must be a whole number'],
    ['that is no text', z.string(), 1, 'Must be a text'],
    ['that is missing', z.string(), undefined, 'Required'],
    ['that is no list', z.array(z.string()), 'x', 'Must be a list'],
    ['with too many items', z.array(z.string()).max(1), ['a', 'b'], 'Must have at most 1 items'],
    ['that is too short', z.string().min(12), 'x', 'Must have at least 12 characters'],
    ['that is empty', z.string().min(1), '', 'Must not be empty'],
    ['that is too small', z.number().min(2), 1, 'Must be at least 2'],
    ['that is not above a limit', z.number().gt(0), 0, 'Must be more than 0'],
    ['outside of an enum', z.enum(['a', 'b']), 'c', 'Must be one of a, b'],
    [
      'with an unknown form',
      z.discriminatedUnion('type', [fixed, percent]),
      {},
      'Must be one of fixed, percent',
    ],
    ['of no type of a union', z.union([z.string(), z.number()]), true, 'Must be a text, or a number'],
    [
      'of one type of a union',
      z.union([z.string().max(1), z.number()]),
      'ab',
      'Must have at most 1 characters',
    ],
    ['that is no date', z.iso.date(), 'x', 'Must be a date, such as 2026-01-31'],
  ] as const)('%s says what to send', (_, schema, value, message) => {
    expect(messagesOf(schema, value)).toEqual([message]);
  });
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '#lib/api/routes.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

const isRate = (schema: Schema): boolean =>
  schema.properties?.type?.enum?.includes('percentage') === true || schema.anyOf?.some(isRate) === true;

/** The fields of a body whose values are rates. */
function ratesIn(body: z.ZodType): readonly string[] {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isRate(field) ? [name] : []));
}

test('each endpoint that members may call names the rates in its body, so that a brand can reserve them for admins', () => {
  const writing = routes.filter(
    ({ access, body }) => access !== 'public' && access.roles.includes('member') && body !== undefined,
  );
  const rates = writing.map(({ name, body }) => [name, body === undefined ? [] : ratesIn(body)]);
  expect(rates).toEqual(writing.map(({ name, rateFields = [] }) => [name, rateFields]));
  expect(rates.filter(([, fields]) => fields?.length === 1)).toHaveLength(4);
});

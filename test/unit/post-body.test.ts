import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { parsePostBody } from '#lib/foundation/shared/post-body.ts';

const schema = z.strictObject({
  orderId: z.string(),
  customerEmail: z.string().optional(),
  rate: z.number().nullable().optional(),
  status: z.enum(['draft', 'active']).default('draft'),
  items: z.array(z.strictObject({ sku: z.string(), price: z.number().optional() })).optional(),
});
const parse = (body: unknown) => parsePostBody(schema, body);
const pathsOf = (body: unknown) => parse(body).error?.issues.map(({ path }) => path.join('.'));

describe('the body of a POST request', () => {
  test('the body of a POST has no field for a null, also if the field is nullable, has a default, or is in a list', () => {
    const body = {
      orderId: '1',
      customerEmail: null,
      rate: null,
      status: null,
      items: [{ sku: 'a', price: null }],
    };
    expect(parse(body).data).toStrictEqual({ orderId: '1', status: 'draft', items: [{ sku: 'a' }] });
  });

  test('the body of a POST is invalid if a required field is null', () => {
    expect(pathsOf({ orderId: null })).toEqual(['orderId']);
  });

  test('null is the value of a required field that can be null, also beside a null that counts as absent', () => {
    const decision = z.strictObject({
      affiliateId: z.string().nullable(),
      reason: z.string(),
      note: z.string().optional(),
    });
    const body = { affiliateId: null, reason: 'Nobody', note: null };
    expect(parsePostBody(decision, body).data).toStrictEqual({ affiliateId: null, reason: 'Nobody' });
    const invalid = parsePostBody(decision, { affiliateId: null, reason: null, note: null });
    expect(invalid.error?.issues.map(({ path }) => path)).toEqual([['reason']]);
  });

  test('the body of a POST is invalid if it is null, or has null instead of an item of a list', () => {
    expect(pathsOf(null)).toEqual(['']);
    expect(pathsOf({ orderId: '1', items: [null] })).toEqual(['items.0']);
  });

  test('the body of a POST is invalid if it has an unknown field, also if the field is null', () => {
    expect(parse({ orderId: '1', custommerEmail: null }).error?.issues).toMatchObject([
      { code: 'unrecognized_keys', keys: ['custommerEmail'] },
    ]);
  });

  test('the body of a POST may be nested deeper than the call stack', () => {
    const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(pathsOf({ orderId: '1', customerEmail: null, items: deep })).toEqual(['items.0']);
  });
});

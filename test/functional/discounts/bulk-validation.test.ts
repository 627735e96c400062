import { beforeAll, describe, expect, test } from 'vitest';
import { discountDefinition, invite, sendInBulk } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const bulk = (discounts: unknown, token = acme.admin) => sendInBulk(token, discounts);
const definition = (changes: object = {}) => discountDefinition(affiliateId, changes);

describe('POST /v1/discounts/bulk with invalid input', () => {
  test.each([
    ['a missing body', undefined, ['']],
    ['an array as body', [{}], ['']],
    ['an empty object', {}, ['discounts']],
    ['null instead of the discounts array', { discounts: null }, ['discounts']],
    ['an object instead of the discounts array', { discounts: {} }, ['discounts']],
    ['an empty discounts array', { discounts: [] }, ['discounts']],
    ['an unknown top-level field', { discounts: 'good', dryRun: true }, ['discounts', 'dryRun']],
  ])('returns 400 for %s and writes nothing', async (_, body, paths) => {
    const before = await allItems();
    const answer = await send('POST', '/discounts/bulk', { token: acme.admin, body });
    expectError(answer, invalidFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 for 101 discounts and writes nothing', async () => {
    const before = await allItems();
    expectError(await bulk(Array.from({ length: 101 }, () => definition())), invalidFields('discounts'));
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['null', null],
    ['a string', 'ADA15'],
  ])('returns 400 for %s among valid discounts and writes nothing', async (_, invalid) => {
    const before = await allItems();
    expectError(await bulk([definition(), invalid, definition()]), invalidFields('discounts.1'));
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['an invalid code', { code: 'A\u200bA' }, 'code'],
    ['a value of 0', { value: 0 }, 'value'],
    ['a string as value', { value: '15' }, 'value'],
    ['an unknown type', { type: 'free' }, 'type'],
    ['a malformed creator ID', { affiliateId: 'a b' }, 'affiliateId'],
    [
      'an end before the start',
      { startsAt: '2026-03-02T00:00:00Z', endsAt: '2026-03-01T00:00:00Z' },
      'endsAt',
    ],
    ['an unknown field', { maxUses: 1 }, 'maxUses'],
  ])('fails only the discount with %s', async (_, invalid, path) => {
    const { status, json } = await bulk([definition(), definition(invalid), definition()]);
    expect([status, json.meta]).toMatchObject([200, { total: 3, created: 2, failed: 1 }]);
    expect(json.data.map((row: Json) => [row.index, row.status, row.error])).toEqual([
      [0, 'created', undefined],
      [1, 'failed', invalidFields(path)],
      [2, 'created', undefined],
    ]);
  });
});

test('POST /v1/discounts/bulk returns 403 to a user with the role member before it validates the body', async () => {
  const before = await allItems();
  for (const discounts of [[definition()], [], 'x']) {
    expectError(await bulk(discounts, acme.member), errorBody(403, 'Your role does not allow this action'));
  }
  expect(await allItems()).toEqual(before);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { discountDefinition, invite, sendInBulk } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
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
    ['null', () => null, 'discounts.1'],
    ['a string', () => 'ADA15', 'discounts.1'],
    ['an invalid code', () => definition({ code: 'A A' }), 'discounts.1.code'],
    ['a value of 0', () => definition({ value: 0 }), 'discounts.1.value'],
    ['a string as value', () => definition({ value: '15' }), 'discounts.1.value'],
    ['an unknown type', () => definition({ type: 'free' }), 'discounts.1.type'],
    ['a malformed creator ID', () => definition({ affiliateId: 'a b' }), 'discounts.1.affiliateId'],
    ['an unknown field', () => definition({ maxUses: 1 }), 'discounts.1.maxUses'],
  ])('returns 400 for %s among valid discounts and writes nothing', async (_, invalid, path) => {
    const before = await allItems();
    expectError(await bulk([definition(), invalid(), definition()]), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });
});

test('POST /v1/discounts/bulk returns 403 to a user with the role member before it validates the body', async () => {
  const before = await allItems();
  for (const discounts of [[definition()], [], 'x']) {
    expectError(await bulk(discounts, acme.member), errorBody(403, 'Your role does not allow this action'));
  }
  expect(await allItems()).toEqual(before);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { discountDefinition, invite, sendInBulk } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const bulk = (discounts: unknown, token = acme.admin) => sendInBulk(token, discounts);
const definition = (changes: object = {}) => discountDefinition(affiliateId, changes);

describe('a body of the wrong shape is a 400, and nothing is written:', () => {
  test.each([
    ['none', undefined, ['']],
    ['a bare list', [{}], ['']],
    ['an empty object', {}, ['discounts']],
    ['null as list', { discounts: null }, ['discounts']],
    ['an object as list', { discounts: {} }, ['discounts']],
    ['an empty list', { discounts: [] }, ['discounts']],
    ['an unknown field', { discounts: 'good', dryRun: true }, ['discounts', 'dryRun']],
  ])('%s', async (_, body, paths) => {
    const before = await allItems();
    const answer = await send('POST', '/discounts/bulk', { token: acme.admin, body });
    expectRefusal(answer, refusedFields(...paths));
    expect(await allItems()).toEqual(before);
  });

  test('101 definitions', async () => {
    const before = await allItems();
    expectRefusal(await bulk(Array.from({ length: 101 }, () => definition())), refusedFields('discounts'));
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['null', () => null, 'discounts.1'],
    ['a text', () => 'ADA15', 'discounts.1'],
    ['a code that cannot be', () => definition({ code: 'A A' }), 'discounts.1.code'],
    ['a value of 0', () => definition({ value: 0 }), 'discounts.1.value'],
    ['a text as value', () => definition({ value: '15' }), 'discounts.1.value'],
    ['an unknown type', () => definition({ type: 'free' }), 'discounts.1.type'],
    ['what can be no id as creator', () => definition({ affiliateId: 'a b' }), 'discounts.1.affiliateId'],
    ['an unknown field', () => definition({ maxUses: 1 }), 'discounts.1.maxUses'],
  ])('%s among good ones', async (_, bad, path) => {
    const before = await allItems();
    expectRefusal(await bulk([definition(), bad(), definition()]), refusedFields(path));
    expect(await allItems()).toEqual(before);
  });
});

test('members may not create any: 403 before the body is looked at', async () => {
  const before = await allItems();
  for (const discounts of [[definition()], [], 'x']) {
    expectRefusal(await bulk(discounts, acme.member), refusal(403, 'Your role does not allow this action'));
  }
  expect(await allItems()).toEqual(before);
});

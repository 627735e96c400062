// Tests that text that people read has no characters that reorder or hide it.
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { operator } from '#test/support/operator.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand();
});

const now = new Date();
const hostile = 'Ada \u202egnp.exe';
const message = 'Must not have control or formatting characters: remove U+202E';

describe('an endpoint that accepts text for people', () => {
  test.each([
    ['POST', '/affiliates/invite', 'name', { email: unusedEmail() }],
    ['PATCH', `/affiliates/${newId('affiliate', now)}`, 'name', {}],
    ['POST', '/campaigns', 'name', {}],
    ['PATCH', `/campaigns/${newId('campaign', now)}`, 'name', {}],
    ['PATCH', `/commissions/${newId('commission', now)}/reject`, 'reason', {}],
    ['PATCH', `/payouts/${newId('payout', now)}`, 'reference', { status: 'paid' }],
  ])('returns 400 with the character to remove: %s %s (%s)', async (method, path, field, others) => {
    const answer = await send(method, path, { token: acme.admin, body: { ...others, [field]: hostile } });
    expectError(answer, errorBody(400, 'Invalid request body', [{ path: field, message }]));
  });

  test('the operator command `brand create` refuses such a name and prints no part of it', async () => {
    const { exitCode, stdout, stderr } = await operator([
      ...['brand', 'create', '--name', hostile, '--email', unusedEmail(), '--plan', 'growth'],
    ]);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});

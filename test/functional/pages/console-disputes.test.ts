// Tests the pages of the console about disputes, with the real API behind them.
import { beforeAll, expect, test } from 'vitest';
import { tokenOf } from '#test/support/accounts.ts';
import { createCommission } from '#test/support/commissions.ts';
import { signedIn } from '#test/support/console.ts';
import { openDispute } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';

const markup = '<img src=x onerror=alert(1)>';

let admin: Awaited<ReturnType<typeof signedIn>>;
let token = '';
let creator = '';

beforeAll(async () => {
  admin = await signedIn();
  token = await tokenOf(admin);
  [creator = ''] = await createCreators(admin.brand, 1);
});

test('open disputes are work to do, and are listed with their creator, subject and message', async () => {
  const { visitor, brand } = admin;
  expect((await visitor.get('/console')).text).not.toContain('/console/disputes?status=open');
  const { id: commissionId } = await createCommission({ brandId: brand.id, affiliateId: creator });
  const small = await openDispute(token, creator, {
    kind: 'commissionAmount',
    commissionId,
    message: markup,
  });
  const missing = await openDispute(token, creator, {
    kind: 'missingOrder',
    orderId: '#7',
    message: 'Where?',
  });
  expect((await visitor.get('/console')).text).toContain('/console/disputes?status=open');
  const list = await visitor.get('/console/disputes?status=open');
  for (const link of [
    `/console/disputes/${small.id}`,
    `/console/disputes/${missing.id}`,
    `/console/creators/${creator}`,
    `/console/commissions/${commissionId}`,
    '/console/orders?orderId=%237',
  ])
    expect(list.text).toContain(`href="${link}"`);
  expect([list.text.includes('Where?'), list.text.includes(markup)]).toEqual([true, false]);
  expect((await visitor.get('/console/disputes?status=accepted')).text).toContain('Nothing matches');
  expect((await visitor.get(`/console/creators/${creator}`)).text).toContain(`/console/disputes/${small.id}`);
});

test.each([
  ['accept', 'The dispute is accepted.'],
  ['reject', 'The dispute is rejected.'],
])('an admin answers a dispute with %s and a reason, once', async (decision, success) => {
  const { visitor } = admin;
  const dispute = await openDispute(token, creator, { kind: 'missingOrder', orderId: decision });
  const path = `/console/disputes/${dispute.id}`;
  const refused = await visitor.post(path, { decision, reason: '' });
  expect([refused.status, refused.text.includes('id="reason-error"')]).toEqual([400, true]);
  const { location } = await visitor.post(path, { decision, reason: `Because of ${decision}` });
  const page = await visitor.get(location);
  expect(page.text).toContain(success);
  expect(page.text).toContain(`Because of ${decision}`);
  expect(page.text).not.toContain('name="decision"');
  const other = decision === 'accept' ? 'reject' : 'accept';
  expect((await visitor.post(path, { decision: other, reason: 'Otherwise' })).status).toBe(409);
});

test('a member reads a dispute without a form', async () => {
  const member = await signedIn('member');
  const [its = ''] = await createCreators(member.brand, 1);
  const { id } = await openDispute(await tokenOf(member), its, { message: 'From a member' });
  const page = await member.visitor.get(`/console/disputes/${id}`);
  expect([page.text.includes('From a member'), page.text.includes('name="decision"')]).toEqual([true, false]);
  expect((await member.visitor.post(`/console/disputes/${id}`, { decision: 'accept' })).status).toBe(403);
});

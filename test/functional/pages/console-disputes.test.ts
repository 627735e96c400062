// Tests the pages of the console about disputes, with the real API behind them.
import { beforeAll, expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import { tokenOf } from '#test/support/accounts.ts';
import { createCommission } from '#test/support/commissions.ts';
import { signedIn } from '#test/support/console.ts';
import { openDispute } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { pagesOrigin } from '#test/support/page-visitor.ts';

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

test('a dispute leads to the correction that its kind needs, and each correction is a form of the console', async () => {
  const { visitor } = admin;
  const missing = await openDispute(token, creator, { kind: 'missingOrder', orderId: 'phone-1' });
  const page = await visitor.get(`/console/disputes/${missing.id}`);
  const add = `/console/orders/new?creator=${creator}&amp;dispute=${missing.id}&amp;orderId=phone-1`;
  expect(page.text).toContain(`href="${add}"`);
  const form = await visitor.get(add.replaceAll('&amp;', '&'));
  expect(form.text).toContain('value="phone-1"');
  const back = `href="/console/disputes/${missing.id}"`;
  expect(form.text).toContain(back);
  const order = { orderId: 'phone-1', amount: '100', occurredAt: dayIn('UTC', now()), trackingCode: creator };
  const unknown = await visitor.post('/console/orders/new', { ...order, trackingCode: 'nobody' });
  expect([unknown.status, unknown.text.includes('id="trackingCode-error"')]).toEqual([400, true]);
  const noDay = await visitor.post('/console/orders/new', { ...order, occurredAt: 'yesterday' });
  expect([noDay.status, noDay.text.includes('id="occurredAt-error"')]).toEqual([400, true]);
  const recorded = await visitor.post('/console/orders/new', order);
  const referer = `${pagesOrigin}${add.replaceAll('&amp;', '&')}`;
  const orderPage = await visitor.get(recorded.location, { referer });
  expect(orderPage.text).toContain(back);
  expect(orderPage.text).toContain(`/console/creators/${creator}`);

  const [path = ''] = recorded.location.split('?');
  const nobody = await visitor.post(`${path}/attribution`, { affiliateId: '', reason: 'A mistake' });
  expect((await visitor.get(nobody.location)).text).toContain('The creator of the order has changed.');
  const again = await visitor.post(`${path}/attribution`, { affiliateId: creator, reason: 'By phone' });
  expect((await visitor.get(again.location)).text).toContain(`/console/creators/${creator}`);
  const canceled = await visitor.post(`${path}/cancellation`, { reason: 'Returned' });
  const after = await visitor.get(canceled.location);
  expect(after.text).toContain('The order is canceled.');
  expect(after.text).not.toContain('/attribution"');
});

test('a bonus for a creator is created once, and a deduction lowers what the creator is owed', async () => {
  const { visitor } = admin;
  const { id: commissionId } = await createCommission({ brandId: admin.brand.id, affiliateId: creator });
  const small = await openDispute(token, creator, { kind: 'commissionAmount', commissionId });
  const path = `/console/commissions/new?creator=${creator}&amp;dispute=${small.id}`;
  expect((await visitor.get(`/console/disputes/${small.id}`)).text).toContain(`href="${path}"`);
  const fields = { affiliateId: creator, kind: 'deduction', amount: '12.5', reason: 'By mistake' };
  const sent = { ...fields, requestId: 'bonus-1' };
  const { location } = await visitor.post('/console/commissions/new', sent);
  expect((await visitor.post('/console/commissions/new', sent)).location).toBe(location);
  const page = await visitor.get(location);
  expect(page.text).toContain('The commission is created.');
  expect(page.text).toContain('-$12.50');
  const refused = await visitor.post('/console/commissions/new', { ...fields, amount: '' });
  expect([refused.status, refused.text.includes('id="amount-error"')]).toEqual([400, true]);
});

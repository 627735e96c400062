// Tests what the console says about commissions to review and about payouts, with the real API behind it.
import { expect, test } from 'vitest';
import { tokenOf } from '#test/support/accounts.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCommission } from '#test/support/commissions.ts';
import { signedIn } from '#test/support/console.ts';
import { createDiscount, inviteActive } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { recordOrder, refund } from '#test/support/orders.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';
import { detailsPath, paypalDetails } from '#test/support/payment-details.ts';
import { readPayout } from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';

const hold = { reason: 'aboveShare' as const, since: '2026-01-01T00:00:00.000Z' };

async function withCommissions(...holds: readonly (typeof hold | null)[]) {
  const admin = await signedIn();
  const [creator = ''] = await createCreators(admin.brand, 1);
  const commissions = await Promise.all(
    holds.map((one) => createCommission({ brandId: admin.brand.id, affiliateId: creator, hold: one })),
  );
  return { ...admin, creator, commissions };
}

async function withToken() {
  const admin = await signedIn();
  return { ...admin, token: await tokenOf(admin) };
}

test('an approval of all names number and sum, what is to review and whose hold period has not ended, before and afterwards', async () => {
  const { visitor, brand, creator } = await withCommissions(null, null, hold);
  const eligibleAt = '2099-01-01T00:00:00.000Z';
  await createCommission({ brandId: brand.id, affiliateId: creator, eligibleAt });
  const list = await visitor.get(`/console/commissions?status=pending&affiliateId=${creator}`);
  expect(list.text).toContain('data-label="Can be paid from" class="number">Jan 1, 2099<');
  const path = `/console/commissions/all?status=pending&affiliateId=${creator}&decision=approve`;
  expect(list.text).toContain(`href="${path.replaceAll('&', '&amp;')}"`);
  const question = await visitor.get(path);
  expect(question.text).toContain('<button>Approve all 3</button>');
  expect(question.text).toContain('$14.97');
  expect(question.text).toContain('The hold period of one commission has not ended');
  const { location } = await visitor.post(path, { leftOut: hiddenIn(question.text, 'leftOut') });
  expect((await visitor.get(location)).text).toContain('One commission is to review, and is left out.');
  const onlyHeld = await withCommissions(hold);
  const none = await onlyHeld.visitor.get('/console/commissions/all?status=pending&decision=approve');
  expect([none.status, none.text.includes('<button>Approve')]).toEqual([200, false]);
});

test('nobody can select a commission that was decided, and a decision says how many it changed and why others failed', async () => {
  const { visitor, brand, creator, commissions } = await withCommissions(null, null);
  const [first, second] = commissions.map(({ id }) => id);
  const { id: paid } = await createCommission({ brandId: brand.id, affiliateId: creator, status: 'paid' });
  const list = await visitor.get('/console/commissions');
  const selectable = [...list.text.matchAll(/name="ids" value="([^"]*)"/g)].map(([, id]) => id);
  expect(selectable.toSorted()).toEqual([first, second].toSorted());
  const failed = await visitor.post('/console/commissions', {
    ids: [first ?? '', paid],
    decision: 'approve',
  });
  expect(failed.text).toContain('One commission is approved.');
  expect(failed.text).toContain(`<a href="/console/commissions/${paid}">Not possible</a>: `);
  const { location } = await visitor.post('/console/commissions', { ids: second ?? '', decision: 'approve' });
  expect((await visitor.get(location)).text).toContain('One commission is approved.');
});

test('a list keeps the creator that it was opened with when another filter is chosen, and names the creator', async () => {
  const { visitor, creator } = await withCommissions(null);
  for (const list of ['commissions', 'orders', 'codes', 'disputes']) {
    const { text } = await visitor.get(`/console/${list}?affiliateId=${creator}`);
    const form = /<form method="get".*?<\/form>/s.exec(text)?.[0] ?? '';
    expect(hiddenIn(form, 'affiliateId')).toBe(creator);
    expect(text).toMatch(new RegExp(`href="/console/${list}">\\s*Creator: <bdi>(?!aff_)`));
  }
});

test('an approval of a selection says how many of the commissions were to review', async () => {
  const { visitor, commissions } = await withCommissions(null, hold);
  const list = await visitor.get('/console/commissions');
  const ids = commissions.map(({ id }) => id);
  expect(list.text).toContain(`name="heldIds" value="${ids[1]}"`);
  const { location } = await visitor.post('/console/commissions', {
    ...{ ids, heldIds: ids[1] ?? '', decision: 'approve' },
  });
  expect((await visitor.get(location)).text).toContain('One of them was to review.');
});

test('a commission leads to its creator and its order', async () => {
  const { visitor, creator, commissions } = await withCommissions(null);
  for (const path of ['/console/commissions', `/console/commissions/${commissions[0]?.id}`]) {
    const { text } = await visitor.get(path);
    expect(text).toContain(`href="/console/creators/${creator}"`);
    expect(text).toContain(`href="/console/orders/${commissions[0]?.conversionId}"`);
  }
});

test('the receipt of an order that was refunded says what was earned, and what the commission is now', async () => {
  const { visitor, token } = await withToken();
  const { id: creatorId } = await inviteActive(token);
  await dataOf(send('PATCH', `/affiliates/${creatorId}`, { token, body: { name: 'Ada' } }));
  const { code } = await createDiscount(token, creatorId);
  const { id } = await recordOrder(token, { amount: 100, discountCode: code });
  const textOf = async () =>
    (await visitor.get(`/console/orders/${id}`)).text.replaceAll(/[\u2068\u2069]/g, '');
  expect(await textOf()).not.toContain('After later changes');
  await refund(token, id, { amount: 40 });
  expect(await textOf()).toMatch(/Ada earned \$10\.00.*After later changes, the commission is \$6\.00\./s);
});

test('a commission says why it is smaller than its rate after a partial refund', async () => {
  const { visitor, token } = await withToken();
  const { id } = await inviteActive(token);
  const { code } = await createDiscount(token, id);
  const order = await recordOrder(token, { discountCode: code, amount: 200 });
  await refund(token, order.id, { amount: 50 });
  expect((await visitor.get(`/console/orders/${order.id}`)).text).toContain(
    '10% of $200.00, by the rate of the brand. It was $20.00 until a part of the order was refunded or removed',
  );
});

test('marking a payout as paid asks about the creators who are in no file, and leaves them to the next payout', async () => {
  const { visitor, brand, token } = await withToken();
  const [payable = '', without = ''] = await createCreators(brand, 2);
  await dataOf(send('PUT', detailsPath(payable), { token, body: paypalDetails }));
  for (const [affiliateId, amount] of [
    [payable, 1275],
    [without, 13_671],
  ] as const)
    await createCommission({ brandId: brand.id, affiliateId, amount, status: 'approved' });
  const proposal = await visitor.get('/console/payouts/new?check=1');
  expect(proposal.text).toContain('One creator cannot be paid like this, for the reason in the list.');
  expect(proposal.text.match(/No payment details/g)).toHaveLength(1);
  const { location } = await visitor.post('/console/payouts/new', { requestId: 'wait-1' });
  const path = `${location}/paid`;
  expect((await visitor.get(location)).text).toContain(`href="${path}"`);
  const question = await visitor.get(path);
  expect(question.text).toMatch(new RegExp(`/console/creators/${without}#payment.*No payment details`, 's'));
  expect(question.text).toContain('Mark only the payments in the files: 1 · $12.75.');
  expect(question.text).toContain('Mark all payments: 2 · $149.46.');
  const form = { payable: hiddenIn(question.text, 'payable'), others: 'wait', reference: 'R1' };
  const stale = await visitor.post(path, { ...form, payable: '2 149.46' });
  expect([stale.status, stale.text.includes('have changed in the meantime')]).toEqual([400, true]);
  expect((await visitor.post(path, form)).location).toBe(`${location}?done=saved`);
  expect((await visitor.post(path, form)).location).toBe(`${location}?done=saved`);
  const id = location.split('/').at(-1) ?? '';
  const { status, amount, failedCount } = await readPayout(token, id);
  expect({ status, amount, failedCount }).toEqual({ status: 'paid', amount: 12.75, failedCount: 1 });
  const next = await visitor.get('/console/payouts/new?check=1');
  expect(next.text).toContain('<dt>Amount</dt><dd>$136.71</dd>');
  expect(next.text).toContain('Not paid last time: No payment details');
  expect(next.text).not.toContain(payable);
});

test('a payout without a creator in a file is marked as paid only if they were paid in another way', async () => {
  const { visitor, brand, token } = await withToken();
  const [creator = ''] = await createCreators(brand, 1);
  await createCommission({ brandId: brand.id, affiliateId: creator, amount: 1275, status: 'approved' });
  const { location } = await visitor.post('/console/payouts/new', { requestId: 'other-1' });
  const question = await visitor.get(`${location}/paid`);
  expect(question.text).not.toContain('value="wait"');
  await visitor.post(`${location}/paid`, {
    ...{ payable: hiddenIn(question.text, 'payable'), others: 'paid', reference: 'cash' },
  });
  const { status, amount } = await readPayout(token, location.split('/').at(-1) ?? '');
  expect({ status, amount }).toEqual({ status: 'paid', amount: 12.75 });
});

test('a partly paid payout shows what was paid and what is open, and misses nobody who was paid', async () => {
  const { visitor, brand } = await signedIn();
  const [one = '', two = ''] = await createCreators(brand, 2);
  for (const [affiliateId, amount] of [
    [one, 1275],
    [two, 13_671],
  ] as const)
    await createCommission({ brandId: brand.id, affiliateId, amount, status: 'approved' });
  const { location } = await visitor.post('/console/payouts/new', { requestId: 'partly-1' });
  expect((await visitor.get(location)).text).not.toContain('Still to pay');
  await visitor.post(location, { action: 'line', affiliateId: one, status: 'paid' });
  const { text } = await visitor.get(location);
  expect(text).toContain('<dt>Paid one by one</dt><dd>1 · $12.75</dd>');
  expect(text).toContain('<dt>Still to pay</dt><dd>1 · $136.71</dd>');
  expect(text).toMatch(/data-label="Not in the file"[^>]*>1 · \$136\.71</);
  expect(text).not.toContain('2 · $149.46');
});

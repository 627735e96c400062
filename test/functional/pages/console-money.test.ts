// Tests what the console says about commissions to review and about payouts, with the real API behind it.
import { expect, test } from 'vitest';
import { createCommission } from '#test/support/commissions.ts';
import { signedIn } from '#test/support/console.ts';
import { createCreators } from '#test/support/creators.ts';

const hold = { reason: 'aboveShare' as const, since: '2026-01-01T00:00:00.000Z' };

async function withCommissions(...holds: readonly (typeof hold | null)[]) {
  const admin = await signedIn();
  const [creator = ''] = await createCreators(admin.brand, 1);
  const commissions = await Promise.all(
    holds.map((one) => createCommission({ brandId: admin.brand.id, affiliateId: creator, hold: one })),
  );
  return { ...admin, creator, commissions };
}

test('an approval of all says before and afterwards how many commissions to review it leaves out', async () => {
  const { visitor } = await withCommissions(null, null, hold);
  const path = '/console/commissions?status=pending';
  const list = await visitor.get(path);
  expect(list.text).toContain('>Approve all 3 except the 1 to review</button>');
  expect(list.text).toContain('name="leftOut" value="1"');
  const { location } = await visitor.post(path, {
    decision: 'approveAll',
    leftOut: '1',
    requestId: 'held-1',
  });
  expect((await visitor.get(location)).text).toContain('One commission is to review, and is left out.');
  const held = await visitor.get('/console/commissions?held=true');
  expect(held.text).toContain('>Approve the commission</button>');
  expect(held.text).toContain('<p>1 commission</p>');
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

// Tests which commissions and creators a payout selects with `earnedBefore` and `excludeAffiliateIds`.
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { createCommission } from '#test/support/commissions.ts';
import { patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { expectConsistentPayouts } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  createApprovedCommission,
  createPayout,
  payPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand } from '#test/support/service.ts';

const earned = ({ brand }: BrandWithCreators, affiliateId: string, amount: number, occurredAt: string) =>
  createCommission({ brandId: brand.id, affiliateId, amount, occurredAt, status: 'approved' });

describe('POST /v1/payouts with earnedBefore', () => {
  test('collects the commissions of orders before the day in the time zone of the brand, and leaves the others', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await patch(acme.admin, '/brand', { timezone: 'America/New_York' });
    await earned(acme, ada, 100, '2026-02-01T04:59:59.999Z');
    await earned(acme, ada, 300, '2026-02-01T05:00:00.000Z');
    const body = { earnedBefore: '2026-02-01' };
    const terms = { earnedBefore: '2026-02-01T05:00:00.000Z', amount: 1, commissionsCount: 1 };
    const preview = await postPayout(acme.admin, body, '?dryRun=true');
    expect(preview.json.data).toMatchObject({ ...terms, isComplete: true });
    const payout = await createPayout(acme.admin, body);
    expect(payout).toMatchObject({ ...terms, status: 'ready' });
    await payPayout(acme.admin, payout.id);
    const empty = await postPayout(acme.admin, { earnedBefore: '2026-02-01T06:00:00+01:00' });
    expect(empty.json).toEqual({ data: null, meta: { reason: 'nothingOwed' } });
    expect(await createPayout(acme.admin)).toMatchObject({ amount: 3, earnedBefore: null });
    await expectConsistentPayouts(acme);
  });

  test('returns 400 and writes nothing for a text that is no date', async () => {
    const { admin } = await createBrand();
    const before = await allItems();
    expectError(await postPayout(admin, { earnedBefore: 'yesterday' }), invalidFields('earnedBefore'));
    expect(await allItems()).toEqual(before);
  });
});

describe('POST /v1/payouts with excludeAffiliateIds', () => {
  test('lists the creators with the reason excluded, and leaves their commissions for a later payout', async () => {
    const acme = await brandWithCreators(3);
    const [ada = '', ben = '', cy = ''] = acme.creators;
    for (const id of [ada, ben]) await createApprovedCommission(acme, id, 500);
    const body = { excludeAffiliateIds: [ben, cy] };
    const line = { affiliateId: ben, amount: 5, commissionsCount: 1, reason: 'excluded' };
    const terms = { ...body, amount: 5, affiliatesCount: 1, excludedCount: 1, excluded: [line] };
    expect((await postPayout(acme.admin, body, '?dryRun=true')).json.data).toMatchObject(terms);
    const { id } = await createPayout(acme.admin, body);
    expect(await readPayout(acme.admin, id)).toMatchObject({ ...terms, status: 'ready' });
    expect((await postPayout(acme.admin, { excludeAffiliateIds: [ben] })).json).toEqual({
      data: null,
      meta: { reason: 'creatorsExcluded' },
    });
    expect(await createPayout(acme.admin)).toMatchObject({ amount: 5, excludeAffiliateIds: null });
    await expectConsistentPayouts(acme);
  });

  test('returns 400 for an unknown creator and for a creator who is to be paid, and writes nothing', async () => {
    const acme = await brandWithCreators(1);
    const before = await allItems();
    const unknown = { excludeAffiliateIds: [acme.creators[0], newId('affiliate', new Date())] };
    for (const query of ['', '?dryRun=true']) {
      const details = [{ path: 'excludeAffiliateIds.1', message: 'Affiliate not found' }];
      expectError(
        await postPayout(acme.admin, unknown, query),
        errorBody(400, 'Invalid request body', details),
      );
    }
    const both = { affiliateIds: acme.creators, excludeAffiliateIds: acme.creators };
    expectError(await postPayout(acme.admin, both), invalidFields('excludeAffiliateIds'));
    expect(await allItems()).toEqual(before);
  });
});

// Tests the status and the validity of discount codes, and the lists of each status.
import { beforeAll, describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite, patch, sendInBulk } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { idsOf, readPage } from '#test/support/lists.ts';
import { read } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const change = (id: string, body: object) => send('PATCH', `/discounts/${id}`, { token: acme.admin, body });

describe('PATCH /v1/discounts/{id}', () => {
  test('changes the status and the validity, and null removes the start, the end and the limit', async () => {
    const { id } = await createDiscount(acme.admin, affiliateId);
    const validity = {
      status: 'paused',
      startsAt: '2026-03-01T00:00:00.000Z',
      endsAt: '2026-03-01T00:00:00.001Z',
      usageLimit: 3,
    };
    expect(await patch(acme.admin, `/discounts/${id}`, validity)).toMatchObject(validity);
    expect(await read(acme.admin, `/discounts/${id}`)).toMatchObject(validity);
    const without = { startsAt: null, endsAt: null, usageLimit: null };
    expect(await patch(acme.admin, `/discounts/${id}`, without)).toMatchObject({
      status: 'paused',
      ...without,
    });
  });

  test.each([
    ['an end at the present start', { endsAt: '2026-03-01T00:00:00Z' }, 'endsAt'],
    ['a start at the present end', { startsAt: '2026-04-01T00:00:00Z' }, 'endsAt'],
    ['a limit of 0', { usageLimit: 0 }, 'usageLimit'],
    ['an unknown status', { status: 'ended' }, 'status'],
    ['a null status', { status: null }, 'status'],
    ['another code', { code: 'OTHER' }, 'code'],
  ])('returns 400 for %s and writes nothing', async (_, changes, path) => {
    const period = { startsAt: '2026-03-01T00:00:00Z', endsAt: '2026-04-01T00:00:00Z' };
    const { id } = await createDiscount(acme.admin, affiliateId, period);
    const before = await allItems();
    expectError(await change(id, changes), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('writes nothing when it repeats the present status', async () => {
    const { id } = await createDiscount(acme.admin, affiliateId, { status: 'paused' });
    const before = await allItems();
    expect((await change(id, { status: 'paused' })).status).toBe(200);
    expect(await allItems()).toEqual(before);
  });
});

describe('GET /v1/discounts with status', () => {
  test('lists the codes of a status with the exact total, also of a creator, of a campaign and by code', async () => {
    const { admin } = await createBrand();
    const [ada, grace] = [await invite(admin), await invite(admin)];
    const { id: campaignId } = await createCampaign(admin);
    const first = await createDiscount(admin, ada.id, { campaignId });
    const second = await createDiscount(admin, ada.id, { campaignId, status: 'paused' });
    const bulk = await sendInBulk(admin, [
      { code: 'three', type: 'fixed', value: 1, affiliateId: ada.id, status: 'paused' },
      { code: 'four', type: 'fixed', value: 1, affiliateId: grace.id, status: 'paused' },
    ]);
    const [third, fourth] = bulk.json.data.map(({ discount }: { discount: { id: string } }) => discount.id);
    const expectIds = async (query: Record<string, string>, ids: readonly string[]) => {
      const page = await readPage(admin, '/discounts', query);
      expect([idsOf(page.items), page.total]).toEqual([ids, ids.length]);
    };
    await expectIds({ status: 'active' }, [first.id]);
    await expectIds({ status: 'paused' }, [second.id, third, fourth].toSorted().toReversed());
    await expectIds({ status: 'paused', affiliateId: ada.id }, [third, second.id]);
    await expectIds({ status: 'paused', campaignId }, [second.id]);
    await expectIds({ campaignId }, [second.id, first.id]);
    await expectIds({ status: 'active', code: 'four' }, []);
    await patch(admin, `/discounts/${second.id}`, { status: 'active' });
    await patch(admin, `/discounts/${first.id}`, { status: 'paused' });
    await send('DELETE', `/discounts/${third}`, { token: admin });
    await expectIds({ status: 'active' }, [second.id]);
    await expectIds({ status: 'paused', affiliateId: ada.id }, [first.id]);
    await expectIds({ status: 'paused', affiliateId: grace.id }, [fourth]);
    await expectIds({ status: 'active', campaignId }, [second.id]);
  });
});

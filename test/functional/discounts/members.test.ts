// Tests that the creator of a discount code becomes a member of the campaign of the code.
import { describe, expect, test } from 'vitest';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, discountDefinition, invite } from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { readPage } from '#test/support/lists.ts';
import { createBrand, send } from '#test/support/service.ts';

async function createProgram() {
  const { brand, admin } = await createBrand();
  const [{ id: affiliateId }, { id: campaignId }] = [await invite(admin), await createCampaign(admin)];
  const members = async (): Promise<readonly string[]> => {
    const { items, total } = await readPage(admin, `/campaigns/${campaignId}/affiliates`, { limit: 100 });
    expect(total).toBe(items.length);
    return items.map((member) => member.affiliateId);
  };
  return { brand, admin, affiliateId, campaignId, members };
}

const membership = (campaignId: string, affiliateId: string) =>
  `/campaigns/${campaignId}/affiliates/${affiliateId}`;

describe('POST /v1/discounts for a campaign', () => {
  test('makes the creator a member of the campaign once', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    await createDiscount(admin, affiliateId);
    expect(await members()).toEqual([]);
    for (let count = 0; count < 2; count += 1) await createDiscount(admin, affiliateId, { campaignId });
    expect(await members()).toEqual([affiliateId]);
  });

  test('keeps a creator a member who was one before', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    await send('PUT', membership(campaignId, affiliateId), { token: admin });
    await createDiscount(admin, affiliateId, { campaignId });
    expect(await members()).toEqual([affiliateId]);
  });

  test('does not make the creator a member when the code is taken', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    const { code } = await createDiscount(admin, (await invite(admin)).id);
    const body = discountDefinition(affiliateId, { code, campaignId });
    expect((await send('POST', '/discounts', { token: admin, body })).status).toBe(409);
    expect(await members()).toEqual([]);
  });

  test('adds one member when 20 codes of a creator are created at the same time', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    await runConcurrently(20, () => createDiscount(admin, affiliateId, { campaignId }));
    expect(await members()).toEqual([affiliateId]);
    expect((await readPage(admin, '/discounts')).total).toBe(20);
  });

  test('leaves an exact count when members join and leave at the same time', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    const path = membership(campaignId, affiliateId);
    const answers = await runConcurrently(20, (index) =>
      index % 2 === 0
        ? send('DELETE', path, { token: admin })
        : send('POST', '/discounts', {
            token: admin,
            body: discountDefinition(affiliateId, { campaignId }),
          }),
    );
    expect(countByStatus(answers)).toEqual({ 201: 10, 204: 10 });
    const { creatorsCount } = (await send('GET', `/campaigns/${campaignId}`, { token: admin })).json.data;
    expect(creatorsCount).toBe((await members()).length);
  });

  test('creates the code and its membership, or neither, while the draft campaign is deleted', async () => {
    const { admin, affiliateId, campaignId } = await createProgram();
    const answers = await runConcurrently(6, (index) =>
      index === 3
        ? send('DELETE', `/campaigns/${campaignId}`, { token: admin })
        : send('POST', '/discounts', {
            token: admin,
            body: discountDefinition(affiliateId, { campaignId }),
          }),
    );
    const created = answers.filter(({ status }) => status === 201).length;
    expect(countByStatus(answers.filter(({ status }) => status !== 201))).toEqual(
      created === 5 ? { 204: 1 } : { 204: 1, 400: 5 - created },
    );
    expect((await readPage(admin, '/discounts')).total).toBe(created);
  });
});

describe('POST /v1/discounts/bulk for a campaign', () => {
  const bulk = (token: string, discounts: readonly object[], headers = {}) =>
    send('POST', '/discounts/bulk', { token, body: { discounts }, headers });

  test('makes two creators members once, although their 100 codes need several transactions', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    const creators = [affiliateId, (await invite(admin)).id];
    const discounts = Array.from({ length: 100 }, (_, index) =>
      discountDefinition(creators[index % 2] ?? '', { campaignId }),
    );
    const headers = { 'idempotency-key': 'codes' };
    for (let count = 0; count < 2; count += 1) {
      const { json } = await bulk(admin, discounts, headers);
      expect(json.meta).toMatchObject({ created: 100, failed: 0 });
    }
    expect(new Set(await members())).toEqual(new Set(creators));
  });

  test('makes 60 creators members of their campaigns', async () => {
    const { brand, admin, campaignId, members } = await createProgram();
    const other = await createCampaign(admin);
    const ids = await createCreators(brand, 60);
    const discounts = ids.flatMap((id, index) => [
      discountDefinition(id, { campaignId: index < 40 ? campaignId : other.id }),
    ]);
    expect((await bulk(admin, discounts)).json.meta).toMatchObject({ created: 60, failed: 0 });
    expect(new Set(await members())).toEqual(new Set(ids.slice(0, 40)));
    const { items } = await readPage(admin, `/campaigns/${other.id}/affiliates`, { limit: 100 });
    expect(new Set(items.map((member) => member.affiliateId))).toEqual(new Set(ids.slice(40)));
  });

  test('does not make a creator a member whose only code is rejected', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    const { code } = await createDiscount(admin, affiliateId);
    const { id } = await invite(admin);
    const answer = await bulk(admin, [
      discountDefinition(affiliateId, { campaignId }),
      discountDefinition(id, { campaignId, code }),
    ]);
    expect(answer.json.meta).toMatchObject({ created: 1, failed: 1 });
    expect(await members()).toEqual([affiliateId]);
  });

  test('adds one member when concurrent requests create codes of the same creator', async () => {
    const { admin, affiliateId, campaignId, members } = await createProgram();
    const answers = await runConcurrently(4, () =>
      bulk(
        admin,
        Array.from({ length: 5 }, () => discountDefinition(affiliateId, { campaignId })),
      ),
    );
    expect(answers.map(({ json }) => json.meta.created)).toEqual([5, 5, 5, 5]);
    expect(await members()).toEqual([affiliateId]);
    expect((await readPage(admin, '/discounts')).total).toBe(20);
  });
});

// Rare situations of the endpoints of affiliates. They may exceed the cost budgets.
import { randomUUID } from 'node:crypto';
import { updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { setLinkPrefix } from '#test/support/link-prefixes.ts';
import { newAffiliate, read, renamed, spread, withShardedTotals } from '#test/support/sharded-totals.ts';
import type { World } from '#test/support/situations.ts';
import { setWithIfMatch } from '#test/support/terms.ts';

const prefixed = 'of a brand with a link prefix';

async function withoutLinkPrefix({ brandId }: World): Promise<void> {
  await updateItem({ Key: keys.brand(brandId), UpdateExpression: 'REMOVE linkPrefix' });
}

export const rareCases: SituationsByEndpoint = {
  'affiliates.list': {
    'by e-mail address': async ({ by, token }) => ({
      path: `/affiliates?email=${encodeURIComponent((await by.invite(token)).email)}`,
      status: 200,
    }),
    'by tracking code': async ({ code }) => ({ path: `/affiliates?trackingCode=${code}`, status: 200 }),
    'by search': () => ({ path: '/affiliates?q=a', status: 200 }),
    'by group': () => ({ path: '/affiliates?group=vip', status: 200 }),
    'by campaign': async ({ campaignId }) => ({ path: `/affiliates?campaignId=${campaignId}`, status: 200 }),
  },
  'affiliates.get': { [spread]: withShardedTotals('affiliate', read('/affiliates'), newAffiliate) },
  'affiliates.invite': {
    [prefixed]: async (world) => {
      await setLinkPrefix(world);
      return { path: '/affiliates/invite', status: 201, body: { email: unusedEmail() } };
    },
    'a tracking code that is taken': async ({ by, token }) => {
      const { trackingCode } = await by.invite(token);
      return { path: '/affiliates/invite', status: 409, body: { email: unusedEmail(), trackingCode } };
    },
  },
  'affiliates.createBulk': {
    [prefixed]: async (world) => {
      await setLinkPrefix(world);
      const body = { affiliates: [{ email: unusedEmail() }] };
      return { path: '/affiliates/bulk', status: 200, body };
    },
  },
  'affiliates.setTerms': {
    'with `If-Match`': async ({ by, token }) =>
      setWithIfMatch(`/affiliates/${(await by.invite(token)).id}/terms`),
  },
  'groups.setTerms': { 'with `If-Match`': () => setWithIfMatch(`/affiliate-groups/${randomUUID()}/terms`) },
  'affiliates.upsert': {
    [prefixed]: async (world) => {
      await setLinkPrefix(world);
      const path = `/affiliates/by-external-id/${randomUUID()}`;
      return { path, status: 201, body: { email: unusedEmail() } };
    },
    [spread]: (world) => {
      const externalId = unusedEmail();
      const path = `/affiliates/by-external-id/${encodeURIComponent(externalId)}`;
      const create = () => world.by.invite(world.token, { externalId });
      const renaming = () => ({ path, status: 200, body: { email: unusedEmail(), name: 'Renamed' } });
      return withShardedTotals('affiliate', renaming, create)(world);
    },
  },
  'affiliates.update': {
    [spread]: withShardedTotals('affiliate', renamed('/affiliates'), newAffiliate),
    'reactivating a banned creator with a code from before the link prefix': async (world) => {
      const { by, token } = world;
      await withoutLinkPrefix(world);
      const { id } = await by.invite(token);
      await setLinkPrefix(world);
      await by.patch(token, `/affiliates/${id}`, { status: 'banned' });
      return { path: `/affiliates/${id}`, status: 200, body: { status: 'active' } };
    },
    'reactivating a banned creator whose tracking code was taken': async (world) => {
      const { by, token } = world;
      await withoutLinkPrefix(world);
      const { id, trackingCode } = await by.invite(token);
      const path = `/affiliates/${id}`;
      await by.patch(token, path, { status: 'banned' });
      await updateItem({
        Key: keys.trackingCode(trackingCode),
        UpdateExpression: 'SET releasableAt = :past',
        ExpressionAttributeValues: { ':past': '2026-01-01T00:00:00.000Z' },
      });
      await by.invite(token, { trackingCode });
      return { path, status: 200, body: { status: 'active' } };
    },
  },
};

// The cost budgets and situations of the endpoints of affiliates. The first situation of each endpoint is a plain success.

import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import { exampleTerms, laterTerms } from '#test/support/terms.ts';

let groups = 0;
const unusedGroup = (): string => {
  groups += 1;
  return `group-${groups}`;
};

export const cases = defineCases({
  'affiliates.list': {
    budget: 2,
    situations: {
      all: at(() => '/affiliates'),
      'by status': at(() => '/affiliates?status=active'),
    },
  },
  'affiliates.get': {
    budget: 2,
    situations: { one: at(({ affiliateId }) => `/affiliates/${affiliateId}`) },
  },
  'affiliates.invite': {
    budget: 3,
    budgetWithKey: 3,
    situations: {
      'by e-mail address only': () => ({
        path: '/affiliates/invite',
        status: 201,
        body: { email: unusedEmail() },
      }),
      'into 20 campaigns': async ({ by, token }) => {
        const campaigns = await Promise.all(Array.from({ length: 20 }, () => by.createCampaign(token)));
        const campaignIds = campaigns.map(({ id }) => id);
        return { path: '/affiliates/invite', status: 201, body: { email: unusedEmail(), campaignIds } };
      },
      'an e-mail address that is taken': async ({ by, token }) => {
        const { email } = await by.invite(token);
        return { path: '/affiliates/invite', status: 409, body: { email } };
      },
    },
  },
  'affiliates.createSession': {
    budget: 2,
    situations: {
      'a creator': async ({ affiliateId }) => ({
        path: `/affiliates/${affiliateId}/portal-sessions`,
        status: 201,
      }),
    },
  },
  'affiliates.createBulk': {
    // Invites one creator after the other, because all of them change the counter of the brand. The largest situation has ten.
    budget: 1 + 10,
    budgetWithKey: 1 + 10 + 3,
    situations: {
      one: () => ({
        path: '/affiliates/bulk',
        status: 200,
        body: { affiliates: [{ email: unusedEmail() }] },
      }),
      '10 at once': ({ campaignId }) => ({
        path: '/affiliates/bulk',
        status: 200,
        body: {
          affiliates: Array.from({ length: 10 }, () => ({ email: unusedEmail(), campaignIds: [campaignId] })),
        },
      }),
    },
  },
  'affiliates.upsert': {
    budget: 3,
    situations: {
      'a new creator': () => ({
        path: `/affiliates/by-external-id/${encodeURIComponent(unusedEmail())}`,
        status: 201,
        body: { email: unusedEmail() },
      }),
      'a new creator in 20 campaigns': async ({ by, token }) => {
        const campaigns = await Promise.all(Array.from({ length: 20 }, () => by.createCampaign(token)));
        const path = `/affiliates/by-external-id/${encodeURIComponent(unusedEmail())}`;
        const campaignIds = campaigns.map(({ id }) => id);
        return { path, status: 201, body: { email: unusedEmail(), campaignIds } };
      },
      'an existing creator': async ({ by, token, campaignId }) => {
        const externalId = unusedEmail();
        await by.invite(token, { externalId });
        const path = `/affiliates/by-external-id/${encodeURIComponent(externalId)}`;
        return { path, status: 200, body: { email: unusedEmail(), name: 'Ada', campaignIds: [campaignId] } };
      },
      'an e-mail address that is taken': async ({ by, token }) => {
        const { email } = await by.invite(token);
        const path = `/affiliates/by-external-id/${encodeURIComponent(unusedEmail())}`;
        return { path, status: 409, body: { email } };
      },
    },
  },
  'affiliates.update': {
    budget: 3,
    situations: {
      'its name': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token)).id}`,
        status: 200,
        body: { name: 'Ada' },
      }),
      'its e-mail address': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token)).id}`,
        status: 200,
        body: { email: unusedEmail() },
      }),
      'its external id': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token, { externalId: unusedEmail() })).id}`,
        status: 200,
        body: { externalId: unusedEmail() },
      }),
      'an e-mail address that another creator has': async ({ by, token }) => {
        const { email } = await by.invite(token);
        return { path: `/affiliates/${(await by.invite(token)).id}`, status: 409, body: { email } };
      },
      'its status': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token)).id}`,
        status: 200,
        body: { status: 'active' },
      }),
      'reactivating a banned creator': async ({ by, token }) => {
        const path = `/affiliates/${(await by.invite(token)).id}`;
        await by.patch(token, path, { status: 'banned' });
        return { path, status: 200, body: { status: 'active' } };
      },
    },
  },
  'affiliates.getTerms': {
    budget: 2,
    situations: { 'of the present': at(({ affiliateId }) => `/affiliates/${affiliateId}/terms`) },
  },
  'groups.getTerms': {
    budget: 2,
    situations: { 'of a group without terms': at(() => '/affiliate-groups/nobody/terms') },
  },
  'groups.setTerms': {
    budget: 4,
    situations: {
      'the first version': () => ({
        path: `/affiliate-groups/${unusedGroup()}/terms`,
        status: 200,
        body: { terms: exampleTerms },
      }),
      'another version': async ({ by, token }) => {
        const asked = { path: `/affiliate-groups/${unusedGroup()}/terms`, body: laterTerms() };
        await by.send('PUT', asked.path, { token, body: { terms: exampleTerms } });
        return { ...asked, status: 200 };
      },
      'the same terms again': async ({ by, token }) => {
        const asked = { path: `/affiliate-groups/${unusedGroup()}/terms`, body: { terms: exampleTerms } };
        await by.send('PUT', asked.path, { token, body: asked.body });
        return { ...asked, status: 200 };
      },
    },
  },
  'affiliates.setTerms': {
    budget: 4,
    situations: {
      'the first version': async ({ by, token }) => ({
        path: `/affiliates/${(await by.invite(token)).id}/terms`,
        status: 200,
        body: { terms: exampleTerms },
      }),
      'the same terms again': async ({ by, token }) => {
        const asked = {
          path: `/affiliates/${(await by.invite(token)).id}/terms`,
          body: { terms: exampleTerms },
        };
        await by.send('PUT', asked.path, { token, body: asked.body });
        return { ...asked, status: 200 };
      },
    },
  },
});

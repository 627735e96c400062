// The cost budgets and situations of the endpoints of campaigns. The first situation of each endpoint is a plain success.
import { unusedCode } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import { exampleTerms } from '#test/support/terms.ts';

export const cases = defineCases({
  'campaigns.list': {
    budget: 2,
    situations: { all: at(() => '/campaigns'), 'by status': at(() => '/campaigns?status=active') },
  },
  'campaigns.get': {
    budget: 2,
    situations: { one: at(({ campaignId }) => `/campaigns/${campaignId}`) },
  },
  'campaigns.stats': {
    budget: 2,
    situations: { 'of the last 30 days': at(({ campaignId }) => `/campaigns/${campaignId}/stats`) },
  },
  'campaigns.create': {
    budget: 3,
    budgetWithKey: 3,
    situations: { 'a draft': () => ({ path: '/campaigns', status: 201, body: { name: 'Spring' } }) },
  },
  'campaigns.update': {
    budget: 3,
    situations: {
      'its name': ({ campaignId }) => ({
        path: `/campaigns/${campaignId}`,
        status: 200,
        body: { name: 'Summer' },
      }),
      'its external id': async ({ by, token }) => ({
        path: `/campaigns/${(await by.createCampaign(token, { externalId: unusedCode() })).id}`,
        status: 200,
        body: { externalId: unusedCode() },
      }),
      'its status': async ({ by, token }) => ({
        path: `/campaigns/${(await by.createCampaign(token)).id}`,
        status: 200,
        body: { status: 'active' },
      }),
    },
  },
  'campaigns.delete': {
    budget: 3,
    situations: {
      'a draft': async ({ by, token }) => ({
        path: `/campaigns/${(await by.createCampaign(token)).id}`,
        status: 204,
      }),
    },
  },
  'campaigns.listMembers': {
    budget: 2,
    situations: { all: at(({ campaignId }) => `/campaigns/${campaignId}/affiliates`) },
  },
  'campaigns.addMember': {
    budget: 3,
    situations: {
      'a creator who is not a member': async ({ by, token, campaignId }) => ({
        path: `/campaigns/${campaignId}/affiliates/${(await by.invite(token)).id}`,
        status: 204,
      }),
      'a creator who is a member': at(
        ({ campaignId, affiliateId }) => `/campaigns/${campaignId}/affiliates/${affiliateId}`,
        204,
      ),
    },
  },
  'campaigns.removeMember': {
    budget: 3,
    situations: {
      'a creator who is a member': async ({ by, token, campaignId }) => {
        const { id } = await by.invite(token, { campaignIds: [campaignId] });
        return { path: `/campaigns/${campaignId}/affiliates/${id}`, status: 204 };
      },
      'a creator who is not a member': async ({ by, token, campaignId }) => ({
        path: `/campaigns/${campaignId}/affiliates/${(await by.invite(token)).id}`,
        status: 204,
      }),
    },
  },
  'campaigns.getTerms': {
    budget: 2,
    situations: { 'of the present': at(({ campaignId }) => `/campaigns/${campaignId}/terms`) },
  },
  'campaigns.setTerms': {
    budget: 4,
    situations: {
      'the first version': async ({ by, token }) => ({
        path: `/campaigns/${(await by.createCampaign(token)).id}/terms`,
        status: 200,
        body: { terms: exampleTerms },
      }),
      'the same terms again': async ({ by, token }) => {
        const asked = {
          path: `/campaigns/${(await by.createCampaign(token)).id}/terms`,
          body: { terms: exampleTerms },
        };
        await by.send('PUT', asked.path, { token, body: asked.body });
        return { ...asked, status: 200 };
      },
    },
  },
});

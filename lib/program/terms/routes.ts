// Declares the endpoints of terms. Each belongs to the domain of the owner: the brand, its campaigns, its creators and their groups.
import * as z from 'zod';
import { item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { groupName } from '#lib/program/affiliates/schema/group.ts';
import { termsAnswer, termsChange } from './schema/endpoints.ts';

const reading =
  'Returns the terms that apply now, and the 50 latest versions, which include those that begin later.';
const setting =
  'Sets the terms from `validFrom` on, by default from now on. Orders are judged by the terms of their `occurredAt`, so earlier versions ' +
  'stay. A version that begins later is replaced by sending its `validFrom` again. Repeating a request changes nothing. `terms: null` ' +
  'ends the terms.';

const reads = { actions: ['GetItem', 'Query'] } as const;
const writes = { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] } as const;

/** The terms in force begin and end with time. The versions are what people have set. */
const versioned = { except: ['terms', 'validFrom'] };

const shared = {
  get: { method: 'GET', description: reading, answer: item(termsAnswer), versioned, table: reads },
  set: {
    method: 'PUT',
    description: setting,
    body: termsChange,
    answer: item(termsAnswer),
    versioned,
    table: writes,
  },
} as const;

export const brands = defineRoutes('brands', {
  getTerms: {
    ...shared.get,
    path: '/brand/terms',
    summary: 'Get the brand’s terms',
    access: anyRole,
    scope: 'settings:read',
    table: { actions: ['Query'] },
  },
  setTerms: {
    ...shared.set,
    path: '/brand/terms',
    summary: 'Set the brand’s terms',
    access: adminOnly,
    scope: 'settings:write',
  },
});

const campaignParams = z.strictObject({ id: idSchema('campaign') });

export const campaigns = defineRoutes('campaigns', {
  getTerms: {
    ...shared.get,
    path: '/campaigns/{id}/terms',
    summary: 'Get a campaign’s terms',
    access: anyRole,
    scope: 'campaigns:read',
    params: campaignParams,
  },
  setTerms: {
    ...shared.set,
    path: '/campaigns/{id}/terms',
    summary: 'Set a campaign’s terms',
    access: anyRole,
    scope: 'campaigns:write',
    params: campaignParams,
    rateFields: ['terms'],
  },
});

const affiliateParams = z.strictObject({ id: idSchema('affiliate') });

export const affiliates = defineRoutes('affiliates', {
  getTerms: {
    ...shared.get,
    path: '/affiliates/{id}/terms',
    summary: 'Get a creator’s terms',
    access: anyRole,
    scope: 'creators:read',
    params: affiliateParams,
  },
  setTerms: {
    ...shared.set,
    path: '/affiliates/{id}/terms',
    summary: 'Set a creator’s terms',
    access: anyRole,
    scope: 'creators:write',
    params: affiliateParams,
    rateFields: ['terms'],
    errors: ['affiliate_erased'],
  },
});

const groupParams = z.strictObject({ group: groupName });

export const groups = defineRoutes('groups', {
  getTerms: {
    ...shared.get,
    path: '/affiliate-groups/{group}/terms',
    summary: 'Get a group’s terms',
    description: `${reading} A group without terms, also one without creators, has \`terms: null\`.`,
    access: anyRole,
    scope: 'creators:read',
    params: groupParams,
    table: { actions: ['Query'] },
  },
  setTerms: {
    ...shared.set,
    path: '/affiliate-groups/{group}/terms',
    summary: 'Set a group’s terms',
    description: `${setting} They apply to the creators who were in the \`group\` at the time of the order.`,
    access: anyRole,
    scope: 'creators:write',
    params: groupParams,
    rateFields: ['terms'],
  },
});

// Declares the endpoints of a brand's settings.
import { empty, item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { checkedLinkDomain, linkDomainInput } from './schema/link-domain.ts';
import { logoInput } from './schema/logo.ts';
import { brandAnswer, brandChanges } from './schema/settings.ts';

const versioned = { except: [] };

export const brands = defineRoutes('brands', {
  get: {
    method: 'GET',
    path: '/brand',
    summary: 'Get the brand',
    description: 'Returns the brand of the caller and its settings.',
    access: anyRole,
    scope: 'settings:read',
    testMode: 'refused',
    answer: item(brandAnswer),
    versioned,
    table: { actions: [] },
  },
  update: {
    method: 'PATCH',
    path: '/brand',
    summary: 'Update the brand',
    description:
      'Changes the settings that the body contains, and returns all of them. Terms apply to new orders and clicks: existing ' +
      'commissions keep their rate and their `eligibleAt`. Tracking links use a change within one minute.',
    access: adminOnly,
    scope: 'settings:write',
    testMode: 'refused',
    body: brandChanges,
    answer: item(brandAnswer),
    versioned,
    errors: ['slug_taken', 'link_prefix_taken'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  setLogo: {
    method: 'PUT',
    path: '/brand/logo',
    summary: 'Set the logo',
    description:
      'Replaces the logo that the console, the portal and e-mails to creators show. Returns the brand with the address of the logo ' +
      '(`portal.logoUrl`).',
    access: adminOnly,
    scope: 'settings:write',
    testMode: 'refused',
    body: logoInput,
    answer: item(brandAnswer),
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  setLinkDomain: {
    method: 'PUT',
    path: '/brand/link-domain',
    summary: 'Set the link domain',
    description:
      'Sets the domain of the links of the brand, and checks its DNS `record`. The same request checks a `pending` domain again. ' +
      'Links with a `linkPrefix` then have the form `https://go.acme.com/ada`, and their earlier form still works. A verified domain ' +
      'belongs to the brand until it is deleted or replaced.',
    access: adminOnly,
    scope: 'settings:write',
    testMode: 'refused',
    body: linkDomainInput,
    answer: item(checkedLinkDomain),
    errors: ['link_prefix_missing', 'link_domain_taken'],
    readsLinkDomains: true,
    table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  deleteLinkDomain: {
    method: 'DELETE',
    path: '/brand/link-domain',
    summary: 'Delete the link domain',
    description:
      'Removes the domain, which another brand can then verify. Links begin with the address of the API again.',
    access: adminOnly,
    scope: 'settings:write',
    testMode: 'refused',
    answer: empty(),
    table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
  deleteLogo: {
    method: 'DELETE',
    path: '/brand/logo',
    summary: 'Delete the logo',
    description: 'Deletes the logo. A brand without one stays as it is.',
    access: adminOnly,
    scope: 'settings:write',
    testMode: 'refused',
    answer: empty(),
    table: { actions: ['GetItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] },
  },
});

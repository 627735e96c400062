// Defines the endpoints of links.
import * as z from 'zod';
import { created, empty, image, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { maxLinks, maxOwnWords, maxSlugs } from './rules/limits.ts';
import { linkAnswer, linkChanges, linkFilterSets, linkFilters, linkInput } from './schema/endpoints.ts';
import { ownLinkAnswer, ownLinkChanges, ownLinkFilters, ownLinkInput } from './schema/own.ts';

const params = z.strictObject({ id: idSchema('link') });

const reading = { access: anyRole, scope: 'creators:read' } as const;
const readingOne = { ...reading, params, table: { actions: ['GetItem'] } } as const;
const writing = { access: adminOnly, scope: 'creators:write' } as const;

export const links = defineRoutes('links', {
  create: {
    method: 'POST',
    path: '/links',
    summary: 'Create a link',
    description:
      'Creates a further link of a creator, with a page, a campaign, sub ids and parameters of its own. A creator can have ' +
      `${maxLinks} links. An order that sends the slug as its \`trackingCode\` belongs to the creator.`,
    ...writing,
    body: linkInput,
    answer: created(linkAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'tracking_code_taken', 'link_limit_reached'],
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  list: {
    method: 'GET',
    path: '/links',
    summary: 'List links',
    description: 'Returns the newest link first. The link with the tracking code is not in the list.',
    ...reading,
    query: linkFilters,
    filterSets: linkFilterSets,
    answer: list(linkAnswer),
    table: { actions: ['Query'], indexes: ['byStatus', 'byAffiliate', 'byAffiliateAndStatus'] },
  },
  get: {
    method: 'GET',
    path: '/links/{id}',
    summary: 'Get a link',
    ...readingOne,
    answer: item(linkAnswer),
  },
  qrSvg: {
    method: 'GET',
    path: '/links/{id}/qr.svg',
    summary: 'Get a QR code as SVG',
    description:
      'Returns an image of `url`. An alias leads to the same page, so an image that was printed stays valid.',
    ...readingOne,
    answer: image('image/svg+xml'),
  },
  qrPng: {
    method: 'GET',
    path: '/links/{id}/qr.png',
    summary: 'Get a QR code as PNG',
    description: 'Returns an image of `url` with 16 pixels for each module of the code.',
    ...readingOne,
    answer: image('image/png'),
  },
  update: {
    method: 'PATCH',
    path: '/links/{id}',
    summary: 'Update a link',
    description:
      'Takes effect within a minute. The slug before becomes an alias, which leads to the same page for as long as the link exists. A ' +
      `link can have ${maxSlugs} slugs. An alias can become the slug again.`,
    ...writing,
    params,
    body: linkChanges,
    answer: item(linkAnswer),
    errors: ['reference_not_found', 'tracking_code_taken', 'slug_limit_reached'],
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/links/{id}',
    summary: 'Delete a link',
    description:
      'The link ends within a minute with all of its slugs, which nobody else can take for 90 days. Orders that name a slug still ' +
      'belong to the creator.',
    ...writing,
    params,
    answer: empty(),
    table: { actions: ['GetItem', 'DeleteItem', 'PutItem', 'UpdateItem'] },
  },
});

const ownLink = { path: '/creator/links/{id}', access: ownCreator, params } as const;
const ofOwnLinks = ['status_conflict', 'creator_links_off'] as const;

export const creator = defineRoutes('creator', {
  listLinks: {
    method: 'GET',
    path: '/creator/links',
    summary: 'List the own links',
    description: 'Returns the newest link first. `link` of the profile is not in the list.',
    access: ownCreator,
    query: ownLinkFilters,
    answer: list(ownLinkAnswer),
    table: { actions: ['Query'], indexes: ['byAffiliate'] },
  },
  createLink: {
    method: 'POST',
    path: '/creator/links',
    summary: 'Create an own link',
    description:
      'Creates a further link of the creator, who must be `active`. The limits are those of `POST /links`, and the creator can take ' +
      `${maxOwnWords} words, with those of deleted links. The brand can turn this off (\`portal.creatorLinks\`).`,
    access: ownCreator,
    body: ownLinkInput,
    answer: created(ownLinkAnswer),
    errors: [...ofOwnLinks, 'reference_not_found', 'tracking_code_taken', 'link_limit_reached'],
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  getLink: {
    ...ownLink,
    method: 'GET',
    summary: 'Get an own link',
    description: 'A link of somebody else is a 404.',
    answer: item(ownLinkAnswer),
    table: { actions: ['GetItem'] },
  },
  updateLink: {
    ...ownLink,
    method: 'PATCH',
    summary: 'Update an own link',
    description:
      'Takes effect within a minute. The slug before becomes an alias, which leads to the same page. The brand can turn this off.',
    body: ownLinkChanges,
    answer: item(ownLinkAnswer),
    errors: [...ofOwnLinks, 'tracking_code_taken', 'slug_limit_reached', 'link_limit_reached'],
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  deleteLink: {
    ...ownLink,
    method: 'DELETE',
    summary: 'Delete an own link',
    description: 'The link ends within a minute. Orders that name its slug still belong to the creator.',
    answer: empty(),
    errors: ofOwnLinks,
    table: { actions: ['GetItem', 'DeleteItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});

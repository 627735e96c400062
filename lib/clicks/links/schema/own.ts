// Defines the links of a creator, as the creator sees them.
import { linkAnswer } from '#lib/clicks/links/schema/endpoints.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';

export const ownLinkFilters = listQuerySchema({});

export const ownLinkAnswer = linkAnswer
  .pick({ id: true, campaignId: true, name: true, slug: true, url: true, to: true, createdAt: true })
  .meta({ id: 'CreatorLink', description: 'A link of the creator of the session.' });

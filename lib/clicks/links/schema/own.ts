// Defines the links of a creator, as the creator sees and changes them.
import * as z from 'zod';
import { linkAnswer, linkChanges, linkInput } from '#lib/clicks/links/schema/endpoints.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const ownLinkFilters = listQuerySchema({});

const { name, slug, to } = linkInput.shape;

export const ownLinkInput = z
  .strictObject({
    campaignId: idSchema('campaign').optional().meta({
      description: 'The campaign of the clicks: a running one of which the creator is a member.',
    }),
    ...{ name, slug, to },
  })
  .meta({
    id: 'CreatorLinkInput',
    description: 'A link to create. Without `slug`, it gets a word of eight letters and digits.',
  });
export type OwnLinkInput = z.output<typeof ownLinkInput>;

const changes = linkChanges.shape;

export const ownLinkChanges = z
  .strictObject({ name: changes.name, slug: changes.slug, to: changes.to })
  .refine((sent) => Object.keys(sent).length > 0, 'Send at least one field to change')
  .meta({
    id: 'CreatorLinkChanges',
    description: 'The fields of the own link to change.',
    minProperties: 1,
  });

export const ownLinkAnswer = linkAnswer
  .pick({ id: true, campaignId: true, name: true, slug: true, url: true, to: true, createdAt: true })
  .meta({ id: 'CreatorLink', description: 'A link of the creator of the session.' });

// Defines the input and the responses of the endpoints of links.
import * as z from 'zod';
import { utm } from '#lib/access/brands/schema/default-utm.ts';
import { subIdsInput } from '#lib/clicks/tracking/schema/click.ts';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { trackingCodeFormat, trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';

const maxNameLength = 100;

const slug = z.string().regex(trackingCodePattern, trackingCodeFormat).meta({
  description:
    'The word at the end of the link, in the format of a tracking code, ignoring case. Unique over all slugs and tracking codes.',
  example: 'ada-shoes',
});

const page = z.string().min(1).max(2000).meta({
  description:
    'The page that the link leads to: an `https` URL without port and user name, whose host is one of the brand’s `landingHosts`.',
  example: 'https://shop.acme.test/shoes',
});

const name = displayText(maxNameLength).meta({
  description: 'A name for people. The link does not show it.',
  example: 'Instagram bio',
});

const campaignId = idSchema('campaign').meta({
  description: 'The campaign of the clicks. The creator becomes a member.',
});

const ofSubIds = { description: 'The sub ids of clicks whose address names no other.' };

const ofUtm = {
  description: 'Parameters for web analytics, which take precedence over the brand’s `defaultUtm`.',
};

export const linkInput = z
  .strictObject({
    affiliateId: idSchema('affiliate').meta({ description: 'The creator who earns with the link.' }),
    campaignId: campaignId.optional(),
    name: name.optional(),
    slug: slug.optional(),
    to: page.optional(),
    subIds: subIdsInput.optional().meta(ofSubIds),
    utm: utm.optional().meta(ofUtm),
  })
  .meta({
    id: 'LinkInput',
    description: 'A link to create. Without `slug`, it gets a word of eight letters and digits.',
  });
export type LinkInput = z.output<typeof linkInput>;

export const linkChanges = z
  .strictObject({
    campaignId: campaignId.nullable().optional(),
    name: name.nullable().optional(),
    slug: slug.optional(),
    to: page.nullable().optional(),
    subIds: subIdsInput.nullable().optional().meta(ofSubIds),
    utm: utm.nullable().optional().meta(ofUtm),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({ id: 'LinkChanges', description: 'The fields of a link to change.', minProperties: 1 });
export type LinkChanges = z.output<typeof linkChanges>;

export const linkAnswer = z
  .object({
    id: idSchema('link'),
    affiliateId: idSchema('affiliate').meta({ description: 'The creator who earns with the link.' }),
    campaignId: idSchema('campaign')
      .nullable()
      .meta({ description: 'The campaign of the clicks. Null for none.' }),
    name: z.string().nullable().meta({ description: 'The name for people. Null for none.' }),
    slug: z.string().meta({ description: 'The word at the end of the link.' }),
    aliases: z
      .array(z.string())
      .meta({ description: 'Earlier slugs, the newest first. They lead to the same page.' }),
    url: z.string().nullable().meta({
      description: 'The link. Null in events of a creator whose personal data was erased.',
      example: 'https://api.example.com/v1/tracking/ref/ada-shoes',
    }),
    to: z
      .string()
      .nullable()
      .meta({ description: 'The page. Null for the landing page of the campaign or the brand.' }),
    subIds: subIds.nullable().meta(ofSubIds),
    utm: utm.nullable().meta(ofUtm),
    createdAt: instant.meta({ description: 'The time of the creation.' }),
  })
  .meta({ id: 'Link', description: 'A link of a creator, beside the link with the tracking code.' });

export const linkFilterSets = { all: [], filtered: ['affiliateId?', 'campaignId?'] } as const;

export const linkFilters = listQuerySchema(
  {
    affiliateId: idFilter.optional().meta({ description: 'The links of this creator.' }),
    campaignId: idFilter.optional().meta({ description: 'The links for this campaign.' }),
  },
  linkFilterSets,
);
export type LinkFilters = z.output<typeof linkFilters>;

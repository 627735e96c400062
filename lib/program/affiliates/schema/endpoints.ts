// Defines the input and the responses of the endpoints of creators.
import * as z from 'zod';
import { annotationAnswer, annotationChanges, annotationInput } from '#lib/foundation/shared/annotations.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { nameInput } from '#lib/foundation/shared/display-text.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';
import { trackingCodeFormat, trackingCodePattern } from '#lib/program/affiliates/rules/tracking-code.ts';
import { affiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { groupName } from './group.ts';
import { language, mailStatus, mails } from './mails.ts';

export const trackingCode = z
  .string()
  .regex(trackingCodePattern, trackingCodeFormat)
  .meta({ description: 'The public name of a creator in tracking links.', example: 'ada-summer' });
const profile = 'The creator’s public page, such as a profile in a social network. Null for none.';
const ownRate = 'The creator’s own rate, which has precedence over all others. Null for none.';
const group = 'The group of the creator, whose terms apply to later orders. Null for none.';

/** An invitation is a single transaction, which DynamoDB limits to 100 writes. Each campaign adds two writes. */
const maxCampaignsPerInvite = 20;

export const inviteInput = z
  .strictObject({
    email: emailAddress,
    name: nameInput.optional(),
    trackingCode: trackingCode.optional().meta({
      description:
        'Generated if absent. Unique in the whole service and 3 to 40 characters; unique in the brand and 2 to 64 characters if the brand ' +
        'has a `linkPrefix`. Letter case is ignored.',
    }),
    commissionOverride: rateInput.nullable().optional().meta({ description: ownRate }),
    group: groupName.nullable().optional().meta({ description: group }),
    profileUrl: httpsUrl.nullable().optional().meta({ description: profile }),
    language: language.optional(),
    mails: mails().optional(),
    campaignIds: z
      .array(idSchema('campaign'))
      .max(maxCampaignsPerInvite)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain the same campaign twice')
      .optional()
      .meta({ description: 'The campaigns to add the creator to.', uniqueItems: true }),
    ...annotationInput(),
  })
  .meta({ id: 'Invitation', description: 'A creator to invite.' });
export type InviteInput = z.output<typeof inviteInput>;

export const affiliateChanges = z
  .strictObject({
    status: affiliateStatus.optional(),
    commissionOverride: rateInput.nullable().optional().meta({ description: ownRate }),
    group: groupName.nullable().optional().meta({ description: group }),
    profileUrl: httpsUrl.nullable().optional().meta({ description: profile }),
    language: language.optional(),
    mails: mails().optional(),
    email: emailAddress.optional(),
    name: nameInput.optional(),
    ...annotationChanges(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({ id: 'AffiliateChanges', description: 'The fields of a creator to change.', minProperties: 1 });
export type AffiliateChanges = z.output<typeof affiliateChanges>;

export const affiliateAnswer = z
  .object({
    id: idSchema('affiliate'),
    name: z.string().meta({ description: 'The name of the creator. Empty if no name was given.' }),
    email: z.string().meta({ description: 'The e-mail address of the creator, unique in the brand.' }),
    status: affiliateStatus,
    trackingCode: z.string().meta({ description: 'The name in tracking links. It cannot be changed.' }),
    link: z.url().meta({
      description:
        'The complete URL of the creator’s tracking link. `?campaignId=` selects a campaign. The `linkPrefix` of the brand stands before a code that is younger. In test mode, it changes with a reset.',
      example: 'https://api.example.com/v1/tracking/ref/ada-summer',
    }),
    commissionOverride: rate.nullable().meta({ description: ownRate }),
    group: z.string().nullable().meta({ description: group, example: 'vip' }),
    profileUrl: z.string().nullable().meta({ description: profile, example: 'https://social.example/ada' }),
    language,
    mails: mails(),
    mailStatus,
    applicationMessage: z.string().nullable().meta({
      description: 'The message of the application of the creator. Null for none.',
    }),
    ...annotationAnswer(),
    totalRevenue: decimal.meta({ description: 'The net revenue of the creator’s orders.' }),
    totalOrders: z.int().meta({ description: 'Orders that are not refunded in full.' }),
    commissionEarned: decimal.meta({ description: 'Commission that is not rejected or reversed.' }),
    createdAt: instant.meta({ description: 'When the creator was invited.' }),
  })
  .meta({ id: 'Affiliate', description: 'A person who recommends the brand’s products.' });

// Defines the schemas of creators: input, stored item and response.
import * as z from 'zod';
import { trackingCodePattern } from '#lib/affiliates/rules/tracking-code.ts';
import { email } from '#lib/auth/schema.ts';
import {
  annotationAnswer,
  annotationChanges,
  annotationInput,
  storedAnnotations,
} from '#lib/shared/annotations.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { decimal, minorUnits } from '#lib/shared/money.ts';
import { rate, rateInput, storedRate } from '#lib/shared/rates.ts';

export const affiliateStatus = z.enum(['invited', 'active', 'paused', 'banned']).meta({
  description:
    '`invited` and `active` creators earn; a payout includes only `active` ones. `paused` and `banned` creators do not earn with new ' +
    'orders.',
});
export type AffiliateStatus = z.output<typeof affiliateStatus>;

export const trackingCode = z.lazy(() =>
  z
    .string()
    .regex(
      trackingCodePattern,
      'Must be 3 to 40 characters: letters A-Z and a-z, digits, `_` or `-`, with a letter or digit at both ends',
    )
    .meta({ description: 'The public name of a creator in tracking links.', example: 'ada-summer' }),
);

const ownRate = 'The creator’s own rate, which has precedence over all others. Null for none.';

/** An invitation is a single transaction, which DynamoDB limits to 100 writes. Each campaign adds two writes. */
const maxCampaignsPerInvite = 20;

export const inviteInput = z.lazy(() =>
  z
    .strictObject({
      email,
      name: nameInput.optional(),
      trackingCode: trackingCode
        .optional()
        .meta({ description: 'Generated if absent. Unique in the whole service, case-insensitive.' }),
      commissionOverride: rateInput.nullable().optional().meta({ description: ownRate }),
      campaignIds: z
        .array(idSchema('campaign'))
        .max(maxCampaignsPerInvite)
        .refine((ids) => new Set(ids).size === ids.length, 'Must not contain the same campaign twice')
        .optional()
        .meta({ description: 'The campaigns to add the creator to.', uniqueItems: true }),
      ...annotationInput(),
    })
    .meta({ id: 'Invitation', description: 'A creator to invite.' }),
);
export type InviteInput = z.output<typeof inviteInput>;

export const affiliateChanges = z.lazy(() =>
  z
    .strictObject({
      status: affiliateStatus.optional(),
      commissionOverride: rateInput.nullable().optional().meta({ description: ownRate }),
      email: email.optional(),
      name: nameInput.optional(),
      ...annotationChanges(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
    .meta({ id: 'AffiliateChanges', description: 'The fields of a creator to change.', minProperties: 1 }),
);
export type AffiliateChanges = z.output<typeof affiliateChanges>;

export const storedAffiliate = z.lazy(() =>
  z.object({
    id: idSchema('affiliate'),
    brandId: idSchema('brand'),
    name: z.string(),
    email: z.string(),
    status: affiliateStatus,
    trackingCode: z.string(),
    commissionOverride: storedRate.nullable(),
    ...storedAnnotations(),
    totalRevenue: minorUnits,
    totalOrders: z.int(),
    commissionEarned: minorUnits,
    createdAt: instant,
    /** The revision that erased the personal data. */
    erasedRevision: z.int().optional(),
    /** For optimistic locking. Updates of the totals do not increment it, so they do not conflict with other changes. */
    revision: z.int(),
  }),
);
export type Affiliate = z.output<typeof storedAffiliate>;

/** Stored under the e-mail address, so that it is unique in the brand. */
export const storedEmailClaim = z.lazy(() => z.object({ affiliateId: idSchema('affiliate') }));

/** Stored under the name and under the e-mail address, for the search. `earlier` is the other term, if it sorts before this one. */
export const storedSearchEntry = z.lazy(() =>
  z.object({ affiliateId: idSchema('affiliate'), earlier: z.string().optional() }),
);

/** Stored under the tracking code. Copies the creator's brand and status, so that a click needs only this item. */
export const storedTrackingTarget = z.lazy(() =>
  z.object({
    brandId: idSchema('brand'),
    affiliateId: idSchema('affiliate'),
    trackingCode: z.string(),
    status: affiliateStatus,
    /** From this time on, another creator can take the code. Only a banned creator's code has it. */
    releasableAt: instant.optional(),
  }),
);
export type TrackingTarget = z.output<typeof storedTrackingTarget>;

export const affiliateAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('affiliate'),
      name: z.string().meta({ description: 'The name of the creator. Empty if no name was given.' }),
      email: z.string().meta({ description: 'The e-mail address of the creator, unique in the brand.' }),
      status: affiliateStatus,
      trackingCode: z.string().meta({ description: 'The name in tracking links. It cannot be changed.' }),
      link: z.url().meta({
        description:
          'The complete URL of the creator’s tracking link. `?campaignId=` selects a campaign. In test mode, it changes with a reset.',
        example: 'https://api.example.com/v1/tracking/ref/ada-summer',
      }),
      commissionOverride: rate.nullable().meta({ description: ownRate }),
      ...annotationAnswer(),
      totalRevenue: decimal.meta({ description: 'The net revenue of the creator’s orders.' }),
      totalOrders: z.int().meta({ description: 'Orders that are not refunded in full.' }),
      commissionEarned: decimal.meta({ description: 'Commission that is not rejected or reversed.' }),
      createdAt: instant.meta({ description: 'When the creator was invited.' }),
    })
    .meta({ id: 'Affiliate', description: 'A person who recommends the brand’s products.' }),
);

// Defines the schemas of creators and their claims, as they are stored.
import * as z from 'zod';
import { mailLanguages, optionalMailKinds } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { storedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { pastValues } from '#lib/foundation/shared/past-values.ts';
import { storedRate } from '#lib/foundation/shared/rates.ts';

export const affiliateStatus = z.enum(['invited', 'active', 'paused', 'banned', 'applied', 'declined']).meta({
  description:
    '`invited` and `active` creators earn; a payout includes only `active` ones. `paused` and `banned` creators do not earn with new ' +
    'orders. `applied`: a person has applied, and waits for the decision of the brand. `declined`: the brand has declined the ' +
    'application. Both do not earn, and do not count toward the plan.',
});
export type AffiliateStatus = z.output<typeof affiliateStatus>;

/** Schemas are shared, because each slows down the cold start of orders. */
const text = z.string();
const optionalText = text.nullable();
const absentText = optionalText.optional();
const optionalRevision = z.int().optional();

export const storedAffiliate = z.object({
  id: idSchema('affiliate'),
  brandId: idSchema('brand'),
  name: text,
  email: text,
  status: affiliateStatus,
  pastStatuses: pastValues(affiliateStatus),
  trackingCode: text,
  /** The link prefix of the brand when the creator got the code. Absent for a code that is unique over all brands. */
  linkPrefix: text.optional(),
  commissionOverride: storedRate.nullable(),
  pastOverrides: pastValues(storedRate.nullable()),
  group: optionalText,
  pastGroups: pastValues(optionalText),
  /** An order reads the terms of the creator only if there are any. */
  hasTerms: z.literal(true).optional(),
  profileUrl: optionalText,
  /** Absent for English. */
  language: z.enum(mailLanguages).optional(),
  mailsOff: z.array(z.enum(optionalMailKinds)).optional(),
  /** Absent if e-mails arrive. */
  mailStatus: z.enum(['bounced', 'complained']).optional(),
  ...storedAnnotations(),
  totalRevenue: minorUnits,
  totalOrders: z.int(),
  commissionEarned: minorUnits,
  createdAt: instant,
  /** Only creators who have applied have it. Null after an erasure. */
  applicationMessage: absentText,
  /** The open fraud findings that hold the commissions of the creator (lib/money/fraud/rules/holds.ts). */
  fraudHolds: absentText,
  /** A change of the e-mail address, a ban or a decline increments it, which ends sessions and links of before. */
  sessionVersion: optionalRevision,
  /** The revision that erased the personal data. */
  erasedRevision: optionalRevision,
  /** For optimistic locking. Updates of the totals do not increment it, so they do not conflict with other changes. */
  revision: z.int(),
});
export type Affiliate = z.output<typeof storedAffiliate>;

/** Stored under the e-mail address, so that it is unique in the brand. */
export const storedEmailClaim = z.object({ affiliateId: idSchema('affiliate') });

/** Stored under the name and under the e-mail address, for the search. `earlier` is the other term, if it sorts before this one. */
export const storedSearchEntry = z.object({
  affiliateId: idSchema('affiliate'),
  earlier: z.string().optional(),
});

/** Stored under the tracking code, or under the slug of a link. */
export const storedCodeOwner = z.object({
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  /** When the creator got the code. */
  from: instant,
  /** Slugs alone have these two. */
  linkId: idSchema('link').optional(),
  campaignId: idSchema('campaign').optional(),
});

/** Stored under the tracking code. Copies the creator's brand and status, so that a click needs only this item. */
export const storedTrackingTarget = storedCodeOwner.extend({
  trackingCode: z.string(),
  status: affiliateStatus,
  /** From this time on, another creator can take the code. Only a banned creator's code has it. */
  releasableAt: instant.optional(),
});

/** Stored when a creator is banned, who can lose the code to another creator. Older orders still belong to the banned one. */
export const storedLostCode = z.object({ affiliateId: idSchema('affiliate'), from: instant });

// Defines the stored item of a version of terms. Separate, because orders read only its terms.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { minorUnits } from '#lib/foundation/shared/money.ts';
import { groupName } from '#lib/program/affiliates/schema/group.ts';
import { appliedVersion, storedTerms } from './terms.ts';
import { storedTiers } from './tiers.ts';

/** The brand, the campaign, the creator or the group whose terms they are. */
export const ownerId = z
  .union([idSchema('brand'), idSchema('campaign'), idSchema('affiliate'), groupName])
  .meta({
    description: 'The brand, the campaign or the creator that has the terms, or the name of the group.',
  });

/** Tiers and monthly caps settle a month, so orders do not read them. */
export const versionTerms = storedTerms.extend({
  tiers: storedTiers.optional(),
  caps: storedTerms.shape.caps.extend({ perMonth: minorUnits.optional() }),
});
export type VersionTerms = z.output<typeof versionTerms>;

/** Terms that apply from an instant on, until those of the next version apply. */
export const storedVersion = z.object({
  ...appliedVersion.shape,
  terms: versionTerms.nullable(),
  brandId: idSchema('brand'),
  ownerId,
  validFrom: instant,
  createdAt: instant,
  revision: z.int(),
});
export type TermsVersion = z.output<typeof storedVersion>;

export interface TermsOfOwner {
  /** The version that applies now. */
  readonly inForce: TermsVersion | undefined;
  /** The latest versions, the latest first. */
  readonly versions: readonly TermsVersion[];
}

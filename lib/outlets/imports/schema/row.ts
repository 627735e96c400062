// Defines a row of a file of creators. The fields are those of an invitation, and of what an earlier program gave the creator.
import * as z from 'zod';
import { rateInput } from '#lib/foundation/shared/rates.ts';
import { maxCodesOfRow } from '#lib/outlets/imports/rules/limits.ts';
import { affiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { inviteInput } from '#lib/program/affiliates/schema/endpoints.ts';
import { discountCode } from '#lib/program/discounts/schema/endpoints.ts';

export const creatorRow = inviteInput.omit({ campaignIds: true, metadata: true }).extend({
  status: affiliateStatus.optional(),
  discountCodes: z.array(discountCode).max(maxCodesOfRow).optional(),
  discountValue: rateInput.optional(),
  /** The amount is in the currency of the brand, and negative for a creator who owes something. */
  balance: z.number().optional(),
});
export type CreatorRow = z.output<typeof creatorRow>;

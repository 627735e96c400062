// Defines a row of a file of creators. The fields are those of an invitation.
import type * as z from 'zod';
import { affiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';
import { inviteInput } from '#lib/program/affiliates/schema/endpoints.ts';

export const creatorRow = inviteInput
  .omit({ campaignIds: true, metadata: true })
  .extend({ status: affiliateStatus.optional() });
export type CreatorRow = z.output<typeof creatorRow>;

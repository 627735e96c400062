// Adds the records of `expand` to the schema of a response. Bundles leave it out, because they do not check responses.
import type * as z from 'zod';
import { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';
import { campaignAnswer } from '#lib/program/campaigns/schema/endpoints.ts';

const expansions = () => ({
  affiliate: affiliateAnswer.nullable().optional().meta({
    description: 'The creator of `affiliateId`, only with `expand=affiliate`. Null for none.',
  }),
  campaign: campaignAnswer.nullable().optional().meta({
    description:
      'The campaign of `campaignId`, only with `expand=campaign`. Null for none, and for a deleted campaign.',
  }),
});

/** `id` names the schema in the OpenAPI document. */
export const withExpansions = <Shape extends z.core.$ZodLooseShape>(
  answer: z.ZodObject<Shape>,
  id: string,
  description: string,
) => answer.extend(expansions()).meta({ id, description });

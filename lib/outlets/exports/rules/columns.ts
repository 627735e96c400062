// Derives the columns of a CSV file from the schema of the list.
import * as z from 'zod';
import { commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import { conversionAnswer } from '#lib/money/conversions/schema/endpoints.ts';
import { payoutAnswer } from '#lib/money/payouts/schema/answers.ts';
import { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';
import { campaignAnswer } from '#lib/program/campaigns/schema/endpoints.ts';
import { discountAnswer } from '#lib/program/discounts/schema/endpoints.ts';
import { trailEntry } from '#lib/record/events/schema/event.ts';
import type { ExportResource } from './resources.ts';

const answers = {
  affiliates: affiliateAnswer,
  campaigns: campaignAnswer,
  discounts: discountAnswer,
  conversions: conversionAnswer,
  commissions: commissionAnswer,
  payouts: payoutAnswer,
  audit: trailEntry,
} as const satisfies Record<ExportResource, unknown>;

function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapper ? withoutWrappers(schema.unwrap()) : schema;
}

/** The fields of nested objects are columns of their own, for example `rate.type`. A list is one column, and so is a map with free keys. */
export const columnsIn = ({ shape }: z.ZodObject): readonly string[] =>
  Object.entries(shape).flatMap(([name, field]) => {
    const inner = withoutWrappers(field);
    return inner instanceof z.ZodObject ? columnsIn(inner).map((nested) => `${name}.${nested}`) : [name];
  });

export const columnsOf = (resource: ExportResource): readonly string[] => columnsIn(answers[resource]);

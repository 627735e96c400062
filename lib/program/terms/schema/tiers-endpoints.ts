// Defines tiers in requests and answers.
import * as z from 'zod';
import { amountInput, decimal } from '#lib/foundation/shared/money.ts';
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';
import { appliesTo, by } from './tiers.ts';

const maxSteps = 10;

const from = {
  description:
    'Above 0. The revenue in the brand’s currency, or the whole number of orders, from which on the rate applies.',
};

const step = { description: 'Replaces `rate` of the terms. Items with a rule keep the rate of the rule.' };

const steps = {
  description: `The highest step that is reached applies, and below the first one \`rate\`. At most ${maxSteps}, in ascending order of \`from\`.`,
};

const isAscending = (all: readonly { readonly from: number }[]): boolean =>
  all.every(({ from: start }, index) => index === 0 || start > (all[index - 1]?.from ?? 0));

export const tiersInput = z
  .strictObject({
    by,
    appliesTo,
    steps: z
      .array(z.strictObject({ from: amountInput.meta(from), rate: rateInput.meta(step) }))
      .min(1)
      .max(maxSteps)
      .refine(
        isAscending,
        'Must be in ascending order: `from` of each step must exceed that of the step before',
      )
      .meta(steps),
  })
  .meta({ id: 'TiersInput', description: 'Rates that depend on what a creator has sold in a month.' });
export type TiersInput = z.output<typeof tiersInput>;

export const presentedTiers = z
  .object({
    by,
    appliesTo,
    steps: z.array(z.object({ from: decimal.meta(from), rate: rate.meta(step) })).meta(steps),
  })
  .meta({ id: 'Tiers', description: 'Rates that depend on what a creator has sold in a month.' });

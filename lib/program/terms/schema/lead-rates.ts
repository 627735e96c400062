// Defines the fixed amounts that terms pay for leads and signups, in the input and in the answers.
import * as z from 'zod';
import { unlessMissing } from '#lib/foundation/shared/messages.ts';
import { amountInput } from '#lib/foundation/shared/money.ts';
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';

type LeadKind = 'lead' | 'signup';

const amountOf = (kind: LeadKind) => ({
  description: `The fixed amount that a ${kind} earns. Without it, a ${kind} earns nothing.`,
});

const fixed = 'Must be `fixed`, because a lead and a signup have no amount that a percentage could apply to';

const fixedRateInput = rateInput
  .extend({
    type: z.literal('fixed', { error: unlessMissing(fixed) }).meta({ description: 'Always `fixed`.' }),
    value: amountInput.meta({ description: 'An amount in the brand’s currency.' }),
  })
  .meta({ id: 'FixedRateInput', description: 'A fixed amount in the brand’s currency.' });

export const leadRateInputs = () => ({
  lead: fixedRateInput.optional().meta(amountOf('lead')),
  signup: fixedRateInput.optional().meta(amountOf('signup')),
});

export const leadRates = () => ({
  lead: rate.optional().meta(amountOf('lead')),
  signup: rate.optional().meta(amountOf('signup')),
});

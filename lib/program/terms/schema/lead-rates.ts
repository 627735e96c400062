// Defines the fixed amounts that terms pay for leads and signups, in the input and in the answers.
import { rate, rateInput } from '#lib/foundation/shared/rates.ts';

type LeadKind = 'lead' | 'signup';

const amountOf = (kind: LeadKind) => ({
  description: `The fixed amount that a ${kind} earns. Without it, a ${kind} earns nothing.`,
});

const fixedRateInput = (kind: LeadKind) =>
  rateInput
    .refine(({ type }) => type === 'fixed', {
      path: ['type'],
      message: `Must be \`fixed\`, because a ${kind} has no amount that a percentage could apply to`,
    })
    .optional()
    .meta(amountOf(kind));

export const leadRateInputs = () => ({ lead: fixedRateInput('lead'), signup: fixedRateInput('signup') });

export const leadRates = () => ({
  lead: rate.optional().meta(amountOf('lead')),
  signup: rate.optional().meta(amountOf('signup')),
});

// Defines the input and the answers of the endpoints of terms. The terms of an answer can be sent as they are.
import * as z from 'zod';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { amountInput, decimal } from '#lib/foundation/shared/money.ts';
import { leadRateInputs, leadRates } from './lead-rates.ts';
import { presentedRules, rulesInput, termsRateInput } from './rules-endpoints.ts';
import { termsRate } from './terms.ts';
import { presentedTiers, tiersInput } from './tiers-endpoints.ts';
import { ownerId } from './version.ts';

/** Each order of the owner reads its terms, and each event of a change contains them. */
const maxBytes = 16_384;

const perOrder = { description: 'The most that one order earns.' };
const perMonth = {
  description:
    'The most that a creator earns by these terms in a calendar month, in the brand’s time zone. A negative commission takes back what is ' +
    'approved above it.',
};
const caps = { description: 'Limits of what is earned.' };

export const termsInput = z
  .strictObject({
    rate: termsRateInput,
    rules: rulesInput,
    tiers: tiersInput.optional(),
    caps: z
      .strictObject({
        perOrder: amountInput.optional().meta(perOrder),
        perMonth: amountInput.optional().meta(perMonth),
      })
      .default({})
      .meta(caps),
    ...leadRateInputs(),
  })
  .refine(
    (terms) => JSON.stringify(terms).length <= maxBytes,
    `Must have at most ${maxBytes} characters as JSON: name categories or tags instead of single products`,
  )
  .meta({
    id: 'TermsInput',
    description: 'Rates by line item and customer, tiers, caps, and amounts for leads and signups.',
  });
export type TermsInput = z.output<typeof termsInput>;

export const termsChange = z
  .strictObject({
    terms: termsInput.nullable().meta({ description: 'Null for no terms: the simple rates apply again.' }),
    validFrom: instantInput(
      'From when on orders are judged by the terms, by their `occurredAt`. Not in the past. Defaults to now',
    ).optional(),
  })
  .meta({ id: 'TermsChange', description: 'The terms, and from when on they apply.' });
export type TermsChange = z.output<typeof termsChange>;

export const presentedTerms = z
  .object({
    rate: termsRate,
    rules: presentedRules,
    tiers: presentedTiers.optional(),
    caps: z
      .object({ perOrder: decimal.optional().meta(perOrder), perMonth: decimal.optional().meta(perMonth) })
      .meta(caps),
    ...leadRates(),
  })
  .meta({
    id: 'Terms',
    description: 'Rates by line item and customer, tiers, caps, and amounts for leads and signups.',
  });

const validFrom = { description: 'From when on the terms apply.' };

export const versionAnswer = z
  .object({
    ownerId,
    validFrom: instant.meta(validFrom),
    createdAt: instant.meta({ description: 'When the version was set.' }),
    terms: presentedTerms.nullable().meta({ description: 'Null if the simple rates apply from then on.' }),
  })
  .meta({ id: 'TermsVersion', description: 'Terms that apply until those of a later version do.' });

export const termsAnswer = z
  .object({
    terms: presentedTerms.nullable().meta({ description: 'The terms that apply now. Null for none.' }),
    validFrom: instant
      .nullable()
      .meta({ description: 'From when on they apply. Null if none were ever set.' }),
    versions: z.array(versionAnswer).meta({
      description: 'The 50 latest versions, the latest `validFrom` first. They include those of the future.',
    }),
  })
  .meta({
    id: 'TermsAnswer',
    description: 'The terms of a brand, a campaign, a creator or a group of creators.',
  });

// Defines the input and the answers of the endpoints of terms. The terms of an answer can be sent as they are.
import * as z from 'zod';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { amountInput, decimal } from '#lib/foundation/shared/money.ts';
import { rateInput } from '#lib/foundation/shared/rates.ts';
import { leadRateInputs, leadRates } from './lead-rates.ts';
import { matchFields, maxMatchValues, maxRules, per, ruleCustomers, termsRate } from './terms.ts';
import { presentedTiers, tiersInput } from './tiers-endpoints.ts';
import { ownerId } from './version.ts';

/** Each order of the owner reads its terms, and each event of a change contains them. */
const maxBytes = 16_384;

const termsRateInput = rateInput
  .extend({ per: per.default('order') })
  .refine(({ type, per: each }) => each === 'order' || type === 'fixed', {
    path: ['per'],
    message: 'Only a `fixed` rate can be per `item`: omit `per` for a percentage',
  })
  .meta({ id: 'TermsRateInput', description: 'A percentage, or a fixed amount for each order or item.' });
export type TermsRateInput = z.output<typeof termsRateInput>;

const values = () =>
  z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(maxMatchValues)
    .optional()
    .meta({ description: 'An item matches if it has one of these values. Letter case counts.' });

const fieldNames = matchFields.map((name) => `\`${name}\``).join(', ');

const match = z
  .strictObject({ sku: values(), productId: values(), category: values(), tag: values() })
  .refine((fields) => Object.keys(fields).length === 1, `Name exactly one of ${fieldNames}`)
  .meta({ id: 'TermsMatch', description: `The line items that a rule applies to, by one of ${fieldNames}.` });

const excluded = () =>
  z.literal(true).optional().meta({ description: 'Always `true`: the items earn nothing.' });

const ruleInput = z
  .strictObject({
    match: match.optional(),
    customers: ruleCustomers(),
    rate: termsRateInput.optional(),
    excluded: excluded(),
  })
  .refine(
    (rule) => rule.match !== undefined || rule.customers !== undefined,
    'Send `match`, `customers` or both: `rate` of the terms applies to all other orders',
  )
  .refine(
    (rule) => (rule.rate === undefined) === (rule.excluded === true),
    'Send either `rate` or `excluded: true`',
  )
  .meta({
    id: 'TermsRuleInput',
    description: 'A rate for some line items or customers, or their exclusion.',
  });

const rules = {
  description: `The first rule that matches a line item and the customer applies to the item. Items without one earn \`rate\`. At most ${maxRules}.`,
};
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
    rules: z.array(ruleInput).max(maxRules).default([]).meta(rules),
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
    rules: z
      .array(
        z.object({
          match: match.optional(),
          customers: ruleCustomers(),
          rate: termsRate.optional(),
          excluded: excluded(),
        }),
      )
      .meta(rules),
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

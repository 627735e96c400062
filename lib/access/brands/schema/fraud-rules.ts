// Defines the setting that says what the brand does about signs of fraud.
import * as z from 'zod';

/** A rule of an order is evaluated for each order by itself. */
export const orderRuleNames = ['selfReferral', 'beatenClick', 'paidSearch'] as const;
export type OrderRule = (typeof orderRuleNames)[number];

export const fraudRuleNames = orderRuleNames;
export type FraudRule = (typeof fraudRuleNames)[number];

export const fraudActions = ['notify', 'hold', 'reject'] as const;
export type FraudAction = (typeof fraudActions)[number];

/** An absent rule is off, like one that is null. */
export type FraudRules = { [Rule in FraudRule]?: { action: FraudAction } | null };

export const noFraudRules = () => ({ selfReferral: null, beatenClick: null, paidSearch: null });

const orderRule = z
  .strictObject({
    action: z.enum(fraudActions).meta({
      description:
        '`notify`: creates a finding. `hold`: also holds the commission for review. `reject`: also rejects the commission.',
    }),
  })
  .meta({ id: 'FraudRule', description: 'The action of a fraud rule for an order that matches it.' });

const rules = () => ({
  selfReferral: orderRule.nullable().meta({
    description:
      'The customer has the mailbox of the creator, or `customerId` is the `externalId` of the creator. Such a mailbox is always held, ' +
      'also while the rule is off.',
  }),
  beatenClick: orderRule.nullable().meta({
    description: 'A discount code wins the order, although its click belongs to another creator.',
  }),
  paidSearch: orderRule.nullable().meta({
    description:
      'The click that wins came from paid search: its address or its referrer has `gclid`, `gbraid`, `wbraid` or `msclkid`, or the ' +
      '`utm_medium` `cpc`, `ppc` or `paid`.',
  }),
});

/** Rules that are absent keep their values. */
export const fraudRulesChange = z
  .strictObject(rules())
  .partial()
  .meta({ id: 'FraudRulesChange', description: 'The fraud rules that change. Null turns a rule off.' });

export const fraudRulesAnswer = z
  .object(rules())
  .meta({ id: 'FraudRules', description: 'The fraud rules of the brand. Null for a rule that is off.' });

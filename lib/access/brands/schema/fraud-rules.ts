// Defines the setting that says what the brand does about signs of fraud.
import * as z from 'zod';
import { creatorActions, fraudActions } from '#lib/access/brands/rules/fraud-rules.ts';

const orderRule = z
  .strictObject({
    action: z.enum(fraudActions).meta({
      description:
        '`notify`: creates a finding. `hold`: also holds the commission for review. `reject`: also rejects the commission.',
    }),
  })
  .meta({ id: 'FraudRule', description: 'The action of a fraud rule for an order that matches it.' });

const creatorAction = () =>
  z
    .enum(creatorActions, {
      error: 'Must be `notify` or `hold`, because the rule is about a creator, not about one order',
    })
    .meta({
      description:
        '`notify`: creates a finding about the creator. `hold`: also holds the further commissions of the creator until the finding is decided.',
    });

const creatorRule = z
  .strictObject({ action: creatorAction() })
  .meta({ id: 'CreatorFraudRule', description: 'The action of a fraud rule for a creator who matches it.' });

const ordersLimit = (usual: number, description: string) =>
  z.int().min(2).max(500).default(usual).meta({ description });

const countRule = z
  .strictObject({
    action: creatorAction(),
    orders: ordersLimit(20, 'The number of orders from which on the rule matches.'),
  })
  .meta({ id: 'CountFraudRule', description: 'The action of a fraud rule, and its number of orders.' });

const refundRule = z
  .strictObject({
    action: creatorAction(),
    percent: z.int().min(1).max(100).default(30).meta({
      description: 'The percentage of refunded orders from which on the rule matches.',
    }),
    orders: ordersLimit(10, 'The rule needs at least so many orders.'),
  })
  .meta({ id: 'RefundFraudRule', description: 'The action of the rule about refunds, and its limits.' });

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
  severalAccounts: creatorRule.nullable().meta({
    description:
      'A creator has the mailbox of another creator, such as `ada+2@gmail.com`. The finding is about the newer one.',
  }),
  paymentDetails: creatorRule.nullable().meta({
    description: 'A creator has the IBAN or the PayPal or Wise account of another creator.',
  }),
  couponLeak: countRule.nullable().meta({
    description:
      'At least `orders` orders of different customers in 7 days used a discount code of the creator without a click of the creator.',
  }),
  refundRate: refundRule.nullable().meta({
    description:
      'At least `percent` of the orders of a creator in the last 30 days were refunded or canceled, and these are at least `orders`.',
  }),
  velocity: countRule
    .nullable()
    .meta({ description: 'A creator had at least `orders` orders within one hour.' }),
});

/** Rules that are absent keep their values. */
export const fraudRulesChange = z
  .strictObject(rules())
  .partial()
  .meta({ id: 'FraudRulesChange', description: 'The fraud rules that change. Null turns a rule off.' });

export const fraudRulesAnswer = z
  .object(rules())
  .meta({ id: 'FraudRules', description: 'The fraud rules of the brand. Null for a rule that is off.' });

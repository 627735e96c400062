// Defines the setting that says what the brand does about signs of fraud.
import * as z from 'zod';

export const fraudRuleNames = ['selfReferral', 'beatenClick'] as const;
export type FraudRule = (typeof fraudRuleNames)[number];

export const fraudActions = ['notify', 'hold', 'reject'] as const;
export type FraudAction = (typeof fraudActions)[number];

/** An absent rule is off, like one that is null. */
export type FraudRules = { [Rule in FraudRule]?: { action: FraudAction } | null };

export const noFraudRules = () => ({ selfReferral: null, beatenClick: null });

const descriptions = {
  selfReferral:
    'The customer has the mailbox of the creator, or `customerId` is the `externalId` of the creator. Such a mailbox is always held, also ' +
    'while the rule is off.',
  beatenClick: 'A discount code wins the order, although its click belongs to another creator.',
} as const satisfies Record<FraudRule, string>;

const rule = z
  .strictObject({
    action: z.enum(fraudActions).meta({
      description:
        '`notify`: creates a finding. `hold`: also holds the commission for review. `reject`: also rejects the commission.',
    }),
  })
  .meta({ id: 'FraudRule', description: 'The action of a fraud rule for an order that matches it.' });

/** Rules that are absent keep their values. */
export const fraudRulesChange = z
  .strictObject({
    selfReferral: rule.nullable().optional().meta({ description: descriptions.selfReferral }),
    beatenClick: rule.nullable().optional().meta({ description: descriptions.beatenClick }),
  })
  .meta({ id: 'FraudRulesChange', description: 'The fraud rules that change. Null turns a rule off.' });

export const fraudRulesAnswer = z
  .object({
    selfReferral: rule.nullable().meta({ description: descriptions.selfReferral }),
    beatenClick: rule.nullable().meta({ description: descriptions.beatenClick }),
  })
  .meta({ id: 'FraudRules', description: 'The fraud rules of the brand. Null for a rule that is off.' });

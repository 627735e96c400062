// Names the fraud rules and their actions. This file does not import zod, because many functions load it.

/** A rule of an order is evaluated for each order by itself. */
const orderRuleNames = ['selfReferral', 'beatenClick', 'paidSearch'] as const;
export type OrderRule = (typeof orderRuleNames)[number];

/** The other rules are about a creator, and are evaluated after changes of the creator or the orders. */
export const creatorRuleNames = [
  'severalAccounts',
  'paymentDetails',
  'couponLeak',
  'refundRate',
  'velocity',
] as const;
export type CreatorRule = (typeof creatorRuleNames)[number];

export const fraudRuleNames = [...orderRuleNames, ...creatorRuleNames] as const;

export const fraudActions = ['notify', 'hold', 'reject'] as const;
type FraudAction = (typeof fraudActions)[number];

/** A creator has orders without fraud, too, so these rules reject none. */
export const creatorActions = ['notify', 'hold'] as const;
type CreatorAction = (typeof creatorActions)[number];

/** An absent rule is off, like one that is null. */
export type FraudRules = { [Rule in OrderRule]?: { action: FraudAction } | null } & {
  [Rule in CreatorRule]?: { action: CreatorAction; orders?: number; percent?: number } | null;
};

const off = null;
export const noFraudRules = () => ({
  ...{ selfReferral: off, beatenClick: off, paidSearch: off, severalAccounts: off },
  ...{ paymentDetails: off, couponLeak: off, refundRate: off, velocity: off },
});

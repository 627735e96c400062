// Defines the stored findings of fraud rules.
import * as z from 'zod';
import { creatorRuleNames, fraudActions, fraudRuleNames } from '#lib/access/brands/rules/fraud-rules.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const findingStatus = z.enum(['open', 'dismissed', 'confirmed']).meta({
  description:
    '`open`: waits for a decision. `dismissed`: an admin found no fraud. `confirmed`: an admin found fraud. All but `open` are final.',
});
export type FindingStatus = z.output<typeof findingStatus>;

const hit = () =>
  z
    .object({
      rule: z.enum(fraudRuleNames).meta({ description: 'The rule that the order or the creator matches.' }),
      action: z.enum(fraudActions).meta({ description: 'The action of the rule, as the brand had set it.' }),
      match: z.enum(['mailbox', 'externalId', 'click', 'paidSearch', ...creatorRuleNames]).meta({
        description:
          'The evidence. `mailbox`: the customer and the creator have the same one. `externalId`: the `customerId` is that of the creator. ' +
          '`click`: the order names a click of another creator. `paidSearch`: the click that won came from paid search. ' +
          'The rules about creators have their own names as evidence.',
      }),
      clickId: z
        .string()
        .nullable()
        .meta({ description: 'The click that lost, or that came from paid search. Otherwise null.' }),
      otherAffiliateId: idSchema('affiliate').nullable().meta({
        description:
          'The creator of the click that lost, or the other creator with the same mailbox or account. Otherwise null.',
      }),
      discountId: idSchema('discount').nullable().meta({
        description: 'The discount code, for `couponLeak`. Otherwise null.',
      }),
      count: z.int().nullable().meta({
        description: 'The number of orders, or of refunded orders, for rules that count. Otherwise null.',
      }),
      total: z
        .int()
        .nullable()
        .meta({ description: 'The number of all orders, for `refundRate`. Otherwise null.' }),
    })
    .meta({
      id: 'FraudHit',
      description: 'A fraud rule that an order or a creator matches, with its evidence.',
    });

export const sharedFields = () => ({
  id: idSchema('fraudFinding'),
  affiliateId: idSchema('affiliate').meta({
    description: 'The creator who earns with the order, or whom the finding is about.',
  }),
  orderId: z.string().nullable().meta({
    description: 'Your id of the order. Null if the finding is about a creator.',
  }),
  conversionId: idSchema('conversion').nullable().meta({
    description: 'The recorded order. Null if the finding is about a creator.',
  }),
  commissionId: idSchema('commission').nullable().meta({
    description:
      'The commission of the order, when it was recorded. Null if it earned nothing, or if the finding is about a creator.',
  }),
  hits: z.array(hit()).meta({ description: 'The rules that the order or the creator matches.' }),
  status: findingStatus,
  note: z.string().nullable().meta({
    description:
      'The note of the decision. Null for none, and after an erasure of the creator or the customer.',
  }),
  decidedBy: z
    .union([idSchema('user'), idSchema('apiKey')])
    .nullable()
    .meta({ description: 'The user or the API key that decided. Null while the finding is open.' }),
  decidedAt: instant.nullable().meta({ description: 'When it was decided. Null while the finding is open.' }),
  createdAt: instant.meta({
    description: 'The time at which the order was recorded, or the creator matched the rule.',
  }),
});

export const storedFinding = z.object({
  ...sharedFields(),
  note: z.string().nullable().default(null),
  brandId: idSchema('brand'),
  revision: z.int(),
});
export type FraudFinding = z.output<typeof storedFinding>;
export type FraudHit = FraudFinding['hits'][number];

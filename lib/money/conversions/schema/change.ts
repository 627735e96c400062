// Defines the stored changes of an order after its recording.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal, minorUnits } from '#lib/foundation/shared/money.ts';

const changeKinds = ['edited', 'moved', 'attributed', 'canceled'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const sharedFields = () => ({
  at: instant.meta({ description: 'When the order changed.' }),
  kind: z.enum(changeKinds).meta({
    description:
      '`edited`: its amount, items, time or customer. `moved`: also its creator, campaign, discount code or day, by other references. ' +
      '`attributed`: a person chose its creator. `canceled`: it counts no more.',
  }),
  reason: z
    .string()
    .nullable()
    .default(null)
    .meta({ description: 'Why it changed. Null if nobody said it.' }),
  affiliateId: idSchema('affiliate')
    .nullable()
    .default(null)
    .meta({ description: 'The creator before the change. Null for none.' }),
});

export const storedChange = z.object({
  ...sharedFields(),
  /** The amount of the order before the change. */
  amount: minorUnits,
  /** The commissions that no longer follow the order, or that adjust one that cannot change. */
  commissionIds: z.array(idSchema('commission')).default([]),
});
export type OrderChange = z.output<typeof storedChange>;

export const presentedChange = () =>
  z
    .object({
      ...sharedFields(),
      amount: decimal.meta({ description: 'The amount of the order before the change.' }),
    })
    .meta({ id: 'ConversionChange', description: 'A change of an order after its recording.' });

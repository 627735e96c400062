// Defines the schemas of erasures: stored item and response.
import * as z from 'zod';
import { phases } from '#lib/care/privacy/rules/phases.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

const sharedFields = () => ({
  id: idSchema('erasure'),
  subject: z.enum(['affiliate', 'customer']).meta({ description: 'Whose data is erased.' }),
  affiliateId: idSchema('affiliate').nullable().meta({ description: 'The creator. Null for a customer.' }),
  customerId: z.string().nullable().meta({
    description: 'Your id of the customer. Null for a creator, or if the id is an e-mail address.',
  }),
  createdAt: instant.meta({ description: 'When the erasure was requested.' }),
  completedAt: instant
    .nullable()
    .meta({ description: 'When the erasure was complete. Null while it is in progress.' }),
});

/** Selects the next items of the phase: the index of their list, and the last sort key that was read. */
const position = z.object({ list: z.int(), after: z.string().nullable() });
export type Position = z.output<typeof position>;

export const storedErasure = z.object({
  ...sharedFields(),
  brandId: idSchema('brand'),
  type: z.literal('erasure'),
  /** Finds the orders of a customer. */
  customerKey: z.string().nullable(),
  /** The caller who requested the erasure. */
  actor: z.object({ id: z.string(), requestId: z.string().optional() }),
  phase: z.enum(phases),
  position,
  /** When an operator began it again: after a restore of the table, or after the stream has lost its changes. */
  restartedAt: instant.optional(),
  revision: z.int(),
});
export type Erasure = z.output<typeof storedErasure>;

export const storedErasedPerson = z.object({ erasureId: idSchema('erasure') });

export const erasureAnswer = z
  .object({
    ...sharedFields(),
    status: z.enum(['processing', 'completed']).meta({
      description:
        '`processing`: continues in the background, usually for less than a minute. `completed`: nothing is left.',
    }),
  })
  .meta({ id: 'PersonalDataErasure', description: 'The erasure of the personal data of one person.' });

export const ownErasureInput = z
  .strictObject({
    confirm: z
      .literal('delete')
      .meta({ description: 'The word `delete`, so that nobody deletes by mistake.' }),
  })
  .meta({ id: 'CreatorErasureInput', description: 'Confirms the deletion.' });

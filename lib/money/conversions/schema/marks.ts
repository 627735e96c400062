// Defines the marks of orders that do not count like all others.
import * as z from 'zod';

export const markInput = () => ({
  settledElsewhere: z
    .boolean()
    .optional()
    .meta({
      description:
        'True for an order whose commission an earlier program has paid. The order and its commission count, but the commission is `paid` at ' +
        'once and never payable. The order may be from before the invitation of its creator. An API key also needs the scope ' +
        '`commissions:write`.',
    }),
});

/** All other orders omit them. */
export const storedMarks = () => ({ settledElsewhere: z.literal(true).optional() });

export const presentedMarks = () => ({
  settledElsewhere: z
    .boolean()
    .meta({ description: 'Whether an earlier program has paid the commission of the order.' }),
});

// Defines the marks of orders that do not count like all others.
import * as z from 'zod';

/** The schema is shared, because each one makes cold starts slower. */
const presented = z.boolean();
const sent = presented.optional();
const stored = z.literal(true).optional();

export const markInput = () => ({
  settledElsewhere: sent.meta({
    description:
      'True for an order whose commission an earlier program has paid. The order and its commission count, but the commission is `paid` at ' +
      'once and never payable. The order may be from before the invitation of its creator. An API key also needs the scope ' +
      '`commissions:write`.',
  }),
  isTest: sent.meta({
    description:
      'True for an order that tries out your integration. It is judged and recorded with its receipt, but counts in no sum, uses no ' +
      'discount code, binds no customer and has no commission.',
  }),
});

/** All other orders omit them. */
export const storedMarks = () => ({
  settledElsewhere: stored,
  isTest: stored,
});

export const presentedMarks = () => ({
  settledElsewhere: presented.meta({
    description: 'Whether an earlier program has paid the commission of the order.',
  }),
  isTest: presented.meta({ description: 'Whether the order is a test, which counts in no sum.' }),
});

// Builds the sentences of events that have no changed fields, for people who read them in a chat.
import * as z from 'zod';

type Summary = (data: unknown) => string | undefined;

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);

/** Data that does not fit, for example of an erased event, has no sentence. */
const summary =
  <Schema extends z.ZodType>(schema: Schema, write: (data: z.output<Schema>) => string): Summary =>
  (data) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? write(parsed.data) : undefined;
  };

const order = z.object({ orderId: z.string(), amount: z.number(), currency: z.string() });

const commission = order.extend({
  affiliateId: z.string(),
  rate: z.object({ type: z.enum(['percentage', 'fixed']), value: z.number() }),
  hold: z.unknown(),
});

function earned({ affiliateId, amount, currency, rate, orderId, hold }: z.output<typeof commission>): string {
  if (amount < 0) return `${affiliateId} pays back ${money(-amount, currency)} of order ${orderId}`;
  const share = rate.type === 'percentage' ? `${rate.value}%` : 'fixed amount';
  const held = hold === null ? '' : ', held for review';
  return `${affiliateId} earned ${money(amount, currency)} (${share}) with order ${orderId}${held}`;
}

const summaries = new Map<unknown, Summary>([
  [
    'conversion.recorded',
    summary(order, ({ orderId, amount, currency }) => `order ${orderId} of ${money(amount, currency)}`),
  ],
  ['commission.created', summary(commission, earned)],
]);

export const summaryOf = (type: unknown, data: unknown): string | undefined => summaries.get(type)?.(data);

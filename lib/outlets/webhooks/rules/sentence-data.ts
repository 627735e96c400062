// Defines the parts of an event that its sentence in a chat needs. Texts are shortened.
import * as z from 'zod';
import { erasedText } from '#lib/foundation/contract/personal-fields.ts';
import { shortened } from './chat-text.ts';
import { disabledReasons } from './formats.ts';

const text = z.string().transform(shortened);
const amounts = { amount: z.number(), currency: z.string() };

export const creator = z
  .object({ id: text, name: text })
  .transform(({ id, name }) => (name === '' || name === erasedText ? id : name));

export const named = z.object({ name: text });

export const discount = z
  .object({ code: text, type: z.enum(['percentage', 'fixed']), value: z.number(), affiliateId: text })
  .transform(
    ({ code, type, value, affiliateId }) =>
      `Discount code ${code} (${value}${type === 'percentage' ? '%' : ''} off) of ${affiliateId}`,
  );

export const link = z
  .object({ slug: text, affiliateId: text })
  .transform(({ slug, affiliateId }) => `Link ${slug} of ${affiliateId}`);

export const order = z.object({
  ...amounts,
  orderId: text,
  kind: z.enum(['sale', 'lead', 'signup']).default('sale'),
  refundedAmount: z.number(),
  affiliateId: text.nullable(),
});

export const customer = z
  .object({ customerId: text.nullable(), affiliateId: text.nullable() })
  .transform(({ customerId, affiliateId }) => ({
    subject: customerId === null ? 'A customer' : `Customer ${customerId}`,
    affiliateId: affiliateId ?? 'nobody',
  }));

export const commission = z.object({
  ...amounts,
  orderId: text.nullable(),
  affiliateId: text,
  kind: text.optional(),
  originalAmount: z.number().optional(),
  rate: z.object({ type: z.enum(['percentage', 'fixed']), value: z.number() }).nullable(),
  hold: z.unknown(),
});

export const dispute = z.object({ id: text, affiliateId: text });

export const finding = z.object({ orderId: text, affiliateId: text });

export const payoutDetails = z.object({ affiliateId: text });

export const payout = z.object({ ...amounts, affiliatesCount: z.int(), emptyReason: z.unknown() });

export const user = z
  .object({ name: text, email: text, role: z.string() })
  .transform(({ name, email, role }) => ({ name: name === '' ? email : name, role }));

const reasons = {
  request: '',
  gone: ', because it answered 410',
  failing: ', because all requests of five days have failed',
};

export const endpoint = z
  .object({ url: z.string(), disabledReason: z.enum(disabledReasons).nullable() })
  .transform(({ url, disabledReason }) => ({
    subject: `Webhook endpoint ${shortened(URL.parse(url)?.host)}`,
    reason: reasons[disabledReason ?? 'request'],
  }));

export const terms = z.object({ ownerId: text, validFrom: text });

export const erasure = z
  .object({ affiliateId: text.nullable(), customerId: text.nullable() })
  .transform(({ affiliateId, customerId }) => {
    if (affiliateId !== null) return `creator ${affiliateId}`;
    return customerId === null ? 'a customer' : `customer ${customerId}`;
  });

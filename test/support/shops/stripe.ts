// Payloads in the form of Stripe's OpenAPI fixtures (https://github.com/stripe/openapi, version v2596 unless said otherwise), reduced
// to what adapters need. All people are invented.
import type { Sent } from './messages.ts';

const created = Date.UTC(2026, 2, 1, 12) / 1000;

export const session = (more: object = {}) => ({
  id: 'cs_live_a1',
  object: 'checkout.session',
  amount_subtotal: 10000,
  amount_total: 12490,
  client_reference_id: null,
  created: created - 60,
  currency: 'eur',
  currency_conversion: null,
  customer: 'cus_NffrFeUfNV2Hib',
  customer_details: { email: 'ada@example.com', name: 'Ada Example', tax_exempt: 'none', tax_ids: [] },
  customer_email: null,
  discounts: [],
  invoice: null,
  livemode: true,
  metadata: {},
  mode: 'payment',
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  payment_status: 'paid',
  status: 'complete',
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 1990 },
  ...more,
});

export const subscriptionSession = (more: object = {}) =>
  session({
    mode: 'subscription',
    invoice: 'in_first',
    payment_intent: null,
    subscription: 'sub_1MowQVLkdIwHu7ixeRlqHVzs',
    amount_total: 11900,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 1900 },
    ...more,
  });

export const lineOfInvoice = (amount: number, more: object = {}) => ({
  id: 'il_tmp_1',
  object: 'line_item',
  amount,
  currency: 'eur',
  description: '1 × Pro (at €100.00 / month)',
  quantity: 1,
  pricing: { type: 'price_details', price_details: { price: 'price_1', product: 'prod_NWjs8kKbJWmuuc' } },
  ...more,
});

export const invoice = (more: object = {}) => ({
  id: 'in_first',
  object: 'invoice',
  amount_due: 11900,
  amount_paid: 11900,
  amount_remaining: 0,
  billing_reason: 'subscription_create',
  created: created - 5,
  currency: 'eur',
  customer: 'cus_NffrFeUfNV2Hib',
  customer_email: 'ada@example.com',
  discounts: [],
  lines: { object: 'list', data: [lineOfInvoice(10000)] },
  livemode: true,
  metadata: {},
  number: 'ABC-0001',
  parent: {
    type: 'subscription_details',
    subscription_details: { metadata: {}, subscription: 'sub_1MowQVLkdIwHu7ixeRlqHVzs' },
  },
  shipping_cost: null,
  starting_balance: 0,
  status: 'paid',
  status_transitions: { finalized_at: created - 5, paid_at: created },
  subtotal: 10000,
  total: 11900,
  total_excluding_tax: 10000,
  total_taxes: [{ amount: 1900, tax_behavior: 'exclusive', type: 'tax_rate_details' }],
  ...more,
});

/** Versions of the API before 2025-03-31 send this field. */
export const oldInvoice = (more: object = {}) => {
  const { parent, total_taxes, ...others } = invoice();
  return {
    ...others,
    charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
    payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
    subscription_details: { metadata: parent.subscription_details.metadata },
    tax: total_taxes.reduce((sum, { amount }) => sum + amount, 0),
    lines: {
      data: [
        lineOfInvoice(10000, {
          pricing: undefined,
          price: { id: 'price_1', product: 'prod_NWjs8kKbJWmuuc' },
        }),
      ],
    },
    ...more,
  };
};

export const invoicePayment = (more: object = {}) => ({
  id: 'inpay_1M3USa2eZvKYlo2CBjuwbq0N',
  object: 'invoice_payment',
  amount_paid: 11900,
  currency: 'eur',
  invoice: 'in_first',
  livemode: true,
  payment: { payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', type: 'payment_intent' },
  status: 'paid',
  ...more,
});

export const refund = (more: object = {}) => ({
  id: 're_1Nispe2eZvKYlo2Cd31jOCgZ',
  object: 'refund',
  amount: 5000,
  charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  created: created + 86_400,
  currency: 'eur',
  metadata: {},
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  reason: 'requested_by_customer',
  status: 'succeeded',
  ...more,
});

/** Versions of the API before 2022-11-15 send this field, with its refunds. */
export const charge = (refunds: readonly object[], more: object = {}) => ({
  id: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  object: 'charge',
  amount: 12490,
  amount_refunded: 5000,
  currency: 'eur',
  invoice: null,
  livemode: true,
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  refunded: false,
  refunds: { object: 'list', data: refunds },
  ...more,
});

export const dispute = (more: object = {}) => ({
  id: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
  object: 'dispute',
  amount: 12490,
  charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  created: created + 2 * 86_400,
  currency: 'eur',
  livemode: true,
  payment_intent: 'pi_3MtwBwLkdIwHu7ix28a3tqPa',
  reason: 'fraudulent',
  status: 'needs_response',
  ...more,
});

export const creditNote = (more: object = {}) => ({
  id: 'cn_1MxvRqLkdIwHu7ixY0xbUcxk',
  object: 'credit_note',
  amount: 2000,
  created: created + 86_400,
  currency: 'eur',
  invoice: 'in_first',
  livemode: true,
  out_of_band_amount: null,
  post_payment_amount: 2000,
  pre_payment_amount: 0,
  reason: 'order_change',
  refunds: [],
  status: 'issued',
  ...more,
});

export const customer = {
  id: 'cus_NffrFeUfNV2Hib',
  object: 'customer',
  email: 'ada@example.com',
  livemode: true,
};

export const message = (type: string, object: object, more: object = {}): Sent => ({
  headers: {},
  body: JSON.stringify({
    id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
    object: 'event',
    api_version: '2026-02-25.clover',
    created,
    data: { object },
    livemode: true,
    pending_webhooks: 1,
    type,
    ...more,
  }),
});

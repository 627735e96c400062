// Declares the resources that a request can name, and the error for one that does not exist. This file must not import zod, because
// zod slows down the cold start of the tracking link.
import type { CodeOf } from './error-codes.ts';

/** Separate, so that the bundle of the tracking link does not contain the other resources. */
export const trackingCode = { code: 'tracking_code_not_found', message: 'Tracking code not found' } as const;

export const resources = {
  affiliate: { code: 'affiliate_not_found', message: 'Affiliate not found' },
  apiKey: { code: 'api_key_not_found', message: 'API key not found' },
  brand: { code: 'brand_not_found', message: 'Brand not found' },
  campaign: { code: 'campaign_not_found', message: 'Campaign not found' },
  commission: { code: 'commission_not_found', message: 'Commission not found' },
  connection: { code: 'connection_not_found', message: 'Connection not found' },
  conversion: { code: 'conversion_not_found', message: 'Conversion not found' },
  customer: { code: 'customer_not_found', message: 'Customer not found' },
  decision: { code: 'decision_not_found', message: 'Decision not found' },
  delivery: { code: 'delivery_not_found', message: 'Delivery not found' },
  discount: { code: 'discount_not_found', message: 'Discount not found' },
  dispute: { code: 'dispute_not_found', message: 'Dispute not found' },
  erasure: { code: 'erasure_not_found', message: 'Erasure not found' },
  event: { code: 'event_not_found', message: 'Event not found' },
  export: { code: 'export_not_found', message: 'Export not found' },
  fraudFinding: { code: 'fraud_finding_not_found', message: 'Fraud finding not found' },
  import: { code: 'import_not_found', message: 'Import not found' },
  link: { code: 'link_not_found', message: 'Link not found' },
  logo: { code: 'logo_not_found', message: 'The brand has no logo' },
  payout: { code: 'payout_not_found', message: 'Payout not found' },
  reconciliation: { code: 'reconciliation_not_found', message: 'Reconciliation not found' },
  refund: { code: 'refund_not_found', message: 'Refund not found' },
  simulation: { code: 'simulation_not_found', message: 'Simulation not found' },
  trackingCode,
  user: { code: 'user_not_found', message: 'User not found' },
  webhookEndpoint: { code: 'webhook_endpoint_not_found', message: 'Webhook endpoint not found' },
} as const satisfies Readonly<Record<string, { code: CodeOf<'notFound'>; message: string }>>;

export type Resource = keyof typeof resources;

export const isResource = (name: string): name is Resource => Object.hasOwn(resources, name);

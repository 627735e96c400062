// Defines the codes of the errors with the status 404. Functions must import only types from this file, as from error-codes.ts.

export const notFoundCodes = {
  route_not_found: 'The API has no such path. `GET /openapi.json` lists the paths.',
  api_key_not_found: 'The API key does not exist in the brand.',
  affiliate_not_found: 'The creator does not exist in the brand.',
  brand_not_found: 'The brand does not exist.',
  campaign_not_found: 'The campaign does not exist in the brand.',
  commission_not_found: 'The commission does not exist in the brand.',
  connection_not_found: 'The connection does not exist in the brand.',
  conversion_not_found: 'The order does not exist in the brand.',
  export_not_found: 'The export does not exist in the brand. The service forgets exports after 30 days.',
  import_not_found: 'The import does not exist in the brand. The service forgets imports after 30 days.',
  logo_not_found: 'No brand has the slug, or the brand has no logo.',
  decision_not_found:
    'The bulk decision does not exist in the brand. The service forgets decisions after 30 days.',
  delivery_not_found:
    'The webhook endpoint has no such delivery. The service forgets deliveries after 30 days.',
  discount_not_found: 'The discount code does not exist in the brand.',
  dispute_not_found: 'The dispute does not exist in the brand.',
  customer_not_found:
    'The brand has no order of the customer, or the customer has never been bound to a creator.',
  erasure_not_found: 'The erasure does not exist in the brand.',
  event_not_found: 'The event does not exist in the brand, or is older than 90 days.',
  fraud_finding_not_found: 'The fraud finding does not exist in the brand.',
  link_not_found: 'The link does not exist in the brand.',
  payout_not_found: 'The payout does not exist in the brand.',
  reconciliation_not_found: 'The reconciliation does not exist in the connection.',
  refund_not_found: 'The refund does not exist.',
  simulation_not_found:
    'The simulation does not exist in the brand. The service forgets simulations after 30 days.',
  user_not_found: 'The user does not exist.',
  webhook_endpoint_not_found: 'The webhook endpoint does not exist in the brand.',
  tracking_code_not_found: 'No creator has the tracking code.',
  landing_page_not_found: 'The tracking link has no landing page.',
} as const;

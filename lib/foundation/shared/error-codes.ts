// Defines the codes of errors by kind. The kind determines the HTTP status: lib/surface/http/error-body.ts. A code never changes.
// Functions must import only types from this file, so that their bundles do not contain the descriptions.

import { forbiddenCodes } from './forbidden-codes.ts';
import { notFoundCodes } from './not-found-codes.ts';
import { unauthenticatedCodes } from './unauthenticated-codes.ts';

/** The OpenAPI document and the API guide contain these descriptions. */
export const errorCodes = {
  invalid: {
    validation_failed:
      'A field, a query parameter or a header is invalid. `details` has one entry for each, with its `path`.',
    json_invalid: 'The body is not JSON, or an object in it contains a key twice.',
    reference_not_found:
      'The body names a creator, a campaign or a message that does not exist in the brand. `details` has the `path` of the field.',
    exchange_rate_missing:
      'The order is in another currency than the brand’s, and no rate is stored for its day or the 7 days before. Send `exchangeRate`, or ' +
      'store the rate: `PUT /exchange-rates/{currency}`.',
    test_mode_unavailable: 'The account has no test data: send no `x-mode`, or `live`, and use no test key.',
    link_invalid: 'The one-time link is wrong, has expired or was already used. Request a new one.',
    cursor_invalid:
      'The `cursor` is not from a page of this list with the same filters. Start again without `cursor`.',
  },
  unauthenticated: unauthenticatedCodes,
  forbidden: forbiddenCodes,
  notFound: notFoundCodes,
  methodNotAllowed: {
    method_not_allowed:
      'The path does not accept the method. The header `allow` lists the methods that it accepts.',
  },
  conflict: {
    creator_mails_off:
      'The brand has turned off invitations or its portal, or the address of the creator receives no e-mails. `message` says which.',
    amount_below_refunds: 'The refunds exceed the amount. `details[0].values` contains the lowest amount.',
    api_key_not_rotatable: 'The API key has expired, so it cannot be rotated. Create another key.',
    affiliate_blocked: 'A banned or declined creator cannot sign in. Change the status first.',
    affiliate_erased: 'The personal data of the creator was erased, so the creator cannot be changed.',
    affiliate_not_invited: 'Only a creator who is `invited` can be invited again.',
    affiliate_exists:
      'A creator of this brand already has the e-mail address. `details[0].values` contains the id of that creator.',
    campaign_not_draft: 'Only campaigns with the status `draft` can be deleted.',
    commission_adjusted: 'A clawback, and what it adjusts, cannot be rejected or reopened.',
    commission_earns_nothing: 'Nothing is left of the order, so its commission cannot be restored.',
    commission_in_payout: 'The commission is in a payout. Cancel the payout first.',
    commission_of_month:
      'Tiers or a monthly cap created the commission. Decide about the orders of its month, or create a bonus or a deduction.',
    decision_in_progress: 'A bulk decision of this kind is running. `details[0].values` contains its id.',
    dispute_exists: 'The creator has an open dispute about this. `details[0].values` contains its id.',
    discount_exists: 'A discount with this code already exists in the brand.',
    exports_in_progress: 'The brand has five exports in progress. Wait until one of them ends.',
    external_id_taken:
      'Another item of this kind in the brand already has the `externalId`. `details[0].values` contains its id.',
    idempotency_key_in_use:
      'A request with the same `Idempotency-Key` is in progress. Retry after `retry-after` seconds.',
    last_admin: 'The user is the last admin of the brand. Give another user the role `admin` first.',
    order_canceled: 'The order is canceled, so its money cannot change. Record another order instead.',
    order_fully_refunded: 'Nothing is left to refund.',
    order_id_reused: 'Another order, with a different body, already has the `orderId`.',
    order_refunded_often:
      'The order has more than 20 refunds, so it cannot move to another creator, campaign, discount code or day.',
    payout_account_missing:
      'A SEPA file needs the account of the brand: `PATCH /brand` with `payoutAccount`.',
    payout_currency_unsupported:
      'A SEPA file contains amounts in EUR only, and the payout has another currency.',
    payout_file_empty:
      'The file would have no line. `GET /payouts/{id}/files` says why each creator is missing.',
    portal_disabled: 'The portal of the brand is off. Turn it on: `PATCH /brand` with `portal.enabled`.',
    payout_has_no_file: 'A payout that is `preparing`, `canceling` or `canceled` has no CSV file.',
    payout_has_paid_lines: 'Lines of the payout are marked as paid, so it cannot be canceled.',
    payout_in_progress: 'A payout of the brand is still changing. `details[0].values` contains its id.',
    payout_not_reopenable: 'The payout was paid more than 7 days ago. Mark lines as failed.',
    payout_reference_used: 'The payout is already paid with another `reference`.',
    pending_refund_limit_reached: 'Ten refunds already wait for the order. Record the order first.',
    refund_id_reused: 'Another refund of the order, with other values, already has the `refundId`.',
    refund_too_large:
      'The refund is larger than the amount that is not yet refunded. `details[0].values` contains that amount.',
    second_factor_enabled: 'The second factor is already on. Turn it off first.',
    second_factor_not_begun: 'There is no secret to confirm. Begin with `POST /auth/second-factor`.',
    link_domain_taken:
      'Another brand has verified the domain of links. It must delete it first: `DELETE /brand/link-domain`.',
    link_prefix_missing: 'A domain of links needs a `linkPrefix`. Set it with `PATCH /brand` first.',
    link_prefix_taken: 'Another brand has the `linkPrefix`, or had it before. Send another one.',
    slug_taken: 'Another brand has the `slug`, or had it before. Send another one.',
    simulations_running: 'Three simulations of the brand are running. Wait until one of them ends.',
    slug_limit_reached: 'The link has 20 slugs, which stay with it. Create another link.',
    status_conflict: 'The status of the resource does not allow the change. `message` names the status.',
    sum_limit_reached: 'The sum of all orders and manual commissions has no room for the amount.',
    tracking_code_fixed:
      'The creator with the `externalId` has another tracking code, which cannot be changed. `details[0].values` contains it.',
    tracking_code_taken:
      'Another creator of the service has the tracking code, or of the brand if it has a `linkPrefix`, or a link has it as its slug. `details[0].values` contains three codes that were free at the time.',
    webhook_endpoint_disabled: 'The webhook endpoint is disabled. Enable it first.',
    webhook_secret_limit_reached: 'The secret was rotated ten times in 24 hours. Rotate it again later.',
    user_limit_reached: 'The brand has 200 users and open invitations. Remove one of them first.',
    user_not_invited: 'The user has accepted the invitation, so it cannot be sent again.',
    user_exists: 'A user of the brand already has the e-mail address.',
  },
  gone: {
    link_inactive: 'The link was deleted, or the brand of the tracking link has canceled its subscription.',
  },
  preconditionFailed: {
    version_mismatch:
      'The resource has another version than `If-Match` names. `details[0].values` and the header `ETag` contain the present one.',
  },
  tooLarge: {
    body_too_large:
      'The body is larger than 256 KiB, than 512 KiB for a message of a shop, or than 3 MiB for an import.',
  },
  unsupportedMediaType: {
    unsupported_media_type: 'The body is not `application/json` in UTF-8, or it is compressed.',
  },
  unprocessable: {
    idempotency_key_reused:
      'The `Idempotency-Key` was already used with a different endpoint, query or body.',
  },
  tooManyRequests: {
    request_limit_reached:
      'The brand, or one of its users or API keys alone, has sent as many requests in this minute as it may. Wait for the seconds in `retry-after`.',
    email_limit_reached:
      'The e-mail address has received five invitations of the brand within an hour. Try again later.',
    message_limit_reached:
      'The connection has received 3,000 messages in this minute, or the address 60 with a wrong signature. Wait for `retry-after`.',
    webhook_test_limit_reached: 'The endpoint was tested ten times in this minute. Wait for `retry-after`.',
    login_challenge:
      'Too many logins to the account, or from the IP address, have failed. Solve `challenge` and send it with the login.',
  },
  internal: {
    internal_error: 'The service has failed unexpectedly. Report the `x-request-id` of the response.',
  },
  unavailable: {
    read_only: 'Maintenance: no changes are accepted, and nothing was changed. Retry later.',
    service_busy: 'The service is temporarily busy. Retry after `retry-after` seconds.',
  },
} as const;

export type ErrorKind = keyof typeof errorCodes;
export type CodeOf<Kind extends ErrorKind> = Kind extends ErrorKind
  ? keyof (typeof errorCodes)[Kind] & string
  : never;
export type ErrorCode = CodeOf<ErrorKind>;

// Names the errors that clients react to: `code` of an error body. A name never changes.

/** The OpenAPI document contains these descriptions. */
export const errorNames = {
  affiliateExists:
    'A creator of this brand already has the e-mail address. `details[0].values` contains the id of that creator.',
  loginChallenge:
    'Too many logins to the account, or from the IP address, have failed. Solve `challenge` and send it with the login.',
  payoutInProgress:
    'Another payout of the brand is still `preparing` or `canceling`. `details[0].values` contains its id.',
  refundTooLarge:
    'The refund is larger than the amount that is not yet refunded. `details[0].values` contains that amount.',
  sumLimitReached: 'The totals of the brand, creator, campaign or discount code have no room for the order.',
  trackingCodeTaken:
    'Any creator of the service has the tracking code. `details[0].values` contains three codes that were free at the time.',
  rateForAdminsOnly:
    'The brand lets only admins change rates. `details` lists the rates that the request contains.',
  creationLimitReached:
    'The brand has created as many creators or campaigns as the plan allows in a billing period. `GET /billing/usage` returns ' +
    'the numbers and the end of the period.',
} as const;

export type ErrorName = keyof typeof errorNames;

// Defines the codes of the errors with the status 403. Functions must import only types from this file, as from error-codes.ts.

export const forbiddenCodes = {
  plan_required:
    'The plan of the brand has no access to the API, or the subscription is canceled. Change to the Growth or Scale plan.',
  second_factor_missing: 'The brand requires a second factor. Turn it on: `POST /auth/second-factor`.',
  role_forbidden:
    'The role of the caller does not allow the request. An admin of the brand can send it, or below `/creator` only a creator.',
  test_mode_required:
    'The endpoint exists only in test mode: use a test key, or send the header `x-mode: test`.',
  edge_bypassed: 'The request did not come through the CDN: send it to the public address of the API.',
  session_required: 'The endpoint is for people: log in and send the access token instead of an API key.',
  scope_missing: 'The API key lacks the scope that `message` names, for the endpoint or for its data.',
  ip_not_allowed: 'The IP address of the request is not in `allowedIps` of the API key.',
  grant_exceeded:
    'An API key can create, change or rotate only other keys within its own scopes, expiry and addresses.',
  api_key_limit_reached: 'The brand has 50 API keys, and none of them has expired. Delete one.',
  connection_limit_reached: 'The brand has 20 connections with shops. Delete one first.',
  creator_links_off: 'Creators of the brand change no links, because `portal.creatorLinks` is `false`.',
  link_limit_reached:
    'The creator has 200 links, or has taken 1,000 words for links. Delete a link, or let the brand create one.',
  webhook_endpoint_limit_reached: 'The brand has 20 webhook endpoints. Delete one first.',
  rate_for_admins_only:
    'The brand lets only admins change rates. `details` lists the rates that the request contains.',
  creator_limit_reached: 'The brand has as many creators as its plan allows. Banned creators do not count.',
  campaign_limit_reached: 'The brand has as many campaigns as its plan allows. Ended campaigns do not count.',
  creation_limit_reached:
    'The brand has created as many creators or campaigns as the plan allows in a billing period. `GET /billing/usage` returns ' +
    'the numbers and the end of the period.',
} as const;

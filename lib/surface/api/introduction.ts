// Exports the introduction of the OpenAPI document, in Markdown.

const text = `Run a creator (affiliate) program: invite creators, set up campaigns, discount codes and tracking links, record
orders and refunds, approve the commissions, and pay them out.

## Authentication

Servers send an API key as \`Authorization: Bearer sk_live_…\`. An admin creates it with \`POST /v1/api-keys\`. Each operation names the
scope that a key needs. People log in with \`POST /v1/auth/brand/login\` and send the \`accessToken\` in the same way; it is valid for
24 hours. Keys and tokens are server-side secrets: the API sends no CORS headers, so web pages cannot call it.

## Test mode

Keys that begin with \`sk_test_\` use the test data of the brand, which is separate from the live data. In a session, send the header
\`x-mode: test\`. \`POST /v1/test/clock\` moves the clock of the test data, and \`POST /v1/test/reset\` empties it.
Endpoints of the account, such as those of users, API keys and the brand, have no test mode: they return a 400 \`test_mode_unavailable\`.

## Requests

In the body of a POST request, an optional field may be null, which means the same as leaving it out. In a PATCH request, null removes
the value of a field.

## Errors

Every error response has \`statusCode\`, \`message\` and \`error\`. A 400 also has \`details\` with one entry for each invalid field;
unknown fields and query parameters are invalid. Requests are checked in this order: route (404, 405), token or API key (401), plan, role
and scope (403), input (400), idempotency key (422, 409), existence (404), version (412), state (409). A method that a path does not have returns 405 with
\`allow\`, the methods of the path. \`OPTIONS\` returns 204 with \`allow\` and needs no token.

Wait for the seconds in \`retry-after\` before you retry a 429 or a 503. Every response of the service has an \`x-request-id\`.

## Versions

Answers of creators, campaigns, terms and settings have an \`etag\`. Send it as \`If-Match\` with a change: if another person was faster, nothing
changes, and the response is a 412 with the new \`etag\`. Totals do not change it. A retry that changes nothing succeeds with the old one.

## Deprecation

An endpoint that will be removed sends the headers \`deprecation\` and \`sunset\` with the day, and a \`link\` to its successor.

## Request limits

A brand may send as many requests in a minute as its plan allows: 600 with Growth, 3,000 with Scale. Each entry of a list in the body counts
as a request. Test mode has a count of its own. In all responses to requests with valid credentials, also in those with an error, the headers
\`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\` (in seconds) say what is left. Above the limit, the response is a 429
\`request_limit_reached\`, which counts nothing. Requests that revoke access, protect the account or erase personal data are never above the limit.

## Pagination

Lists are sorted newest first. \`limit\` sets the page size. To get the next page, send the same request with \`meta.cursor\` of the
last response as \`cursor\`. On the last page, \`meta.cursor\` is null. \`meta.total\` counts all items that match the filters.

## Idempotency

Send an \`Idempotency-Key\` header to retry a POST request safely. For 24 hours, requests with the same key execute once and
return the original response, byte for byte, with the header \`idempotency-replayed: true\`. All users of a brand share its keys.

- Reusing a key for a different request (another endpoint, query or body) returns 422.
- Reusing a key while its first request is still in progress returns 409 with \`retry-after\`.
- Other 4xx responses do not consume the key. Correct the request and send it again.
- After a 5xx response, or none at all, retry the same request with the same key. The first attempt may have been committed.

## Dry runs

Endpoints with the query parameter \`dryRun\` can preview their result. A dry run writes nothing and does not consume the key.

## Money and time

Amounts are decimal numbers in the currency of the brand, such as \`19.99\`, unless their field says otherwise. Timestamps are ISO 8601 in UTC.`;

/** Joins the lines of each paragraph, because some Markdown renderers display single line breaks. */
export const introduction = text.replaceAll(/(?<=[^\n])\n(?=[^\n#-])/g, ' ');

/** The largest bundles in KB, less than 1% above the present sizes. `npm run bench:cold` measures what the size costs. */
export const bundleLimits = {
  link: 34.7,
  /** The MCP server has all routes, the OpenAPI document and the SDK of the protocol. */
  assistant: 565,
  /** The console and the portal have all their pages and both languages. */
  console: 471,
  portal: 354,
  /** The preview and the worker of imports judge creators, discount codes, commissions and orders. */
  imports: 345,
  others: 302,
} as const;

/** The largest bundles in KB, less than 1% above the present sizes. `npm run bench:cold` measures what the size costs. */
export const bundleLimits = {
  link: 34,
  /** The MCP server has all routes, the OpenAPI document and the SDK of the protocol. */
  assistant: 575,
  /** The console and the portal have all their pages in both languages. */
  console: 478,
  portal: 263,
  /** The preview and the worker of imports judge creators, discount codes, commissions and orders. */
  imports: 350,
  others: 305,
} as const;

// Terms for situations of endpoints.

/**
 * Shoes earn 15 %, gift cards nothing, and an order at most 200. Other items earn 10 %, and 12 % from a revenue of 5000 in a month on. A
 * creator earns at most 3000 in a month.
 */
export const exampleTerms = {
  rate: { type: 'percentage', value: 10 },
  rules: [
    { match: { category: ['shoes'] }, rate: { type: 'percentage', value: 15 } },
    { match: { tag: ['gift card'] }, excluded: true },
  ],
  tiers: {
    by: 'revenue',
    appliesTo: 'followingOrders',
    steps: [{ from: 5000, rate: { type: 'percentage', value: 12 } }],
  },
  caps: { perOrder: 200, perMonth: 3000 },
} as const;

let count = 0;

/** Begins so late that no order of a test is judged by it. Each call returns another time. */
export function laterTerms() {
  count += 1;
  const validFrom = new Date(Date.now() + 1000 * 86_400_000 + count * 1000).toISOString();
  return { terms: exampleTerms, validFrom };
}

/** The terms are read once more than without the header. */
export const setWithIfMatch = (path: string) => ({
  path,
  status: 200,
  body: laterTerms(),
  headers: { 'if-match': '*' },
});

// Terms for situations of endpoints.

/** Shoes earn 15 %, gift cards nothing, and an order at most 200. */
export const exampleTerms = {
  rate: { type: 'percentage', value: 10 },
  rules: [
    { match: { category: ['shoes'] }, rate: { type: 'percentage', value: 15 } },
    { match: { tag: ['gift card'] }, excluded: true },
  ],
  caps: { perOrder: 200 },
} as const;

let count = 0;

/** Begins so late that no order of a test is judged by it. Each call returns another time. */
export function laterTerms() {
  count += 1;
  const validFrom = new Date(Date.now() + 1000 * 86_400_000 + count * 1000).toISOString();
  return { terms: exampleTerms, validFrom };
}

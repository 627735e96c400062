/** The largest bundles in KB: the present size and about 5%. `npm run bench:cold` measures what the size costs. */
export const bundleLimits = { link: 44.5, others: 389 } as const;

// Calculates medians and quantiles.

/** `share` is 0.5 for the median and 0.99 for the 99th percentile. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position % 1);
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

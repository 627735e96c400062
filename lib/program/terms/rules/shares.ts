// Divides an amount in proportion to weights, so that the shares add up to the amount exactly.

/** Uses the largest-remainder method. At least one weight must be above 0. */
export function sharesOf(amount: number, weights: readonly bigint[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const products = weights.map((weight) => BigInt(amount) * weight);
  const shares = products.map((product) => product / sum);
  const left = BigInt(amount) - shares.reduce((total, share) => total + share, 0n);
  const byRemainder = products
    .map((product, index) => ({ index, remainder: product % sum }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  const raised = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index));
  return shares.map((share, index) => Number(share) + (raised.has(index) ? 1 : 0));
}

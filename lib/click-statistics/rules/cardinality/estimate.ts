// Estimates the cardinality of a HyperLogLog sketch: algorithm 6 of Ertl (2017), https://arxiv.org/abs/1702.01284.

/** `counts[rank]` is the number of registers with this rank. The estimate is accurate for small numbers too. */
export function estimate(counts: readonly number[]): number {
  const registers = counts.reduce((sum, count) => sum + count, 0);
  const highestRank = counts.length - 1;
  const at = (rank: number): number => counts[rank] ?? 0;
  let z = registers * tau(1 - at(highestRank) / registers);
  for (let rank = highestRank - 1; rank >= 1; rank -= 1) z = 0.5 * (z + at(rank));
  z += registers * sigma(at(0) / registers);
  return registers ** 2 / (2 * Math.LN2 * z);
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [x, y, z] = [share, 1, share];
  for (let last = Number.NaN; z !== last; y += y) {
    x *= x;
    last = z;
    z += x * y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z] = [share, 1, 1 - share];
  for (let last = Number.NaN; z !== last; ) {
    x = Math.sqrt(x);
    last = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}

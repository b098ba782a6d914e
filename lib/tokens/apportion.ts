/**
 * Whole numbers in proportion to the shares that add up to exactly the total: each share is rounded down, and the
 * remainder goes, one each, to those that lost most by rounding. If all shares are zero, the first gets everything.
 */
export function apportion(shares: ArrayLike<number>, total: number): Float64Array {
  const size = shares.length;
  const whole = new Float64Array(size);
  if (size === 0) return whole;
  let sum = 0;
  for (let i = 0; i < size; i++) sum += Math.max(0, shares[i] ?? 0);
  if (sum <= 0) {
    whole[0] = total;
    return whole;
  }
  const lost = new Float64Array(size);
  let left = total;
  for (let i = 0; i < size; i++) {
    const exact = (Math.max(0, shares[i] ?? 0) * total) / sum;
    const rounded = Math.floor(exact);
    whole[i] = rounded;
    lost[i] = exact - rounded;
    left -= rounded;
  }
  if (left === 0) return whole;
  const order = Array.from(lost.keys()).sort((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0) || a - b);
  for (const index of order.slice(0, left)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

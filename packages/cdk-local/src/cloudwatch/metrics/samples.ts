/**
 * Digits to which values are kept for percentiles: a percentile is off by up to 0.05 %. CloudWatch rounds more coarsely.
 */
const DIGITS = 4;

/**
 * The values of a metric in a period. Its memory grows with the number of distinct values, not with the number of
 * values.
 */
export class Samples {
  count = 0;
  sum = 0;
  minimum = Number.POSITIVE_INFINITY;
  maximum = Number.NEGATIVE_INFINITY;
  /** The value that was added last. */
  latest = Number.NaN;
  readonly #counts = new Map<number, number>();

  add(value: number): void {
    this.count += 1;
    this.sum += value;
    this.latest = value;
    this.minimum = Math.min(this.minimum, value);
    this.maximum = Math.max(this.maximum, value);
    const kept = Number(value.toPrecision(DIGITS));
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1);
  }

  addAll(other: Samples): void {
    this.count += other.count;
    this.sum += other.sum;
    this.latest = other.latest;
    this.minimum = Math.min(this.minimum, other.minimum);
    this.maximum = Math.max(this.maximum, other.maximum);
    for (const [value, count] of other.#counts)
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** The value that `percent` of all values do not exceed. */
  percentile(percent: number): number {
    const rank = Math.max(1, Math.ceil((percent / 100) * this.count));
    let seen = 0;
    for (const [value, count] of this.#sorted()) {
      seen += count;
      if (seen >= rank) return value;
    }
    return this.maximum;
  }

  /** The number of values above `lower` and at most `upper`, and their sum. */
  between(lower: number, upper: number): { readonly count: number; readonly sum: number } {
    let [among, total] = [0, 0];
    for (const [value, count] of this.#counts) {
      if (value <= lower || value > upper) continue;
      among += count;
      total += value * count;
    }
    return { count: among, sum: total };
  }

  #sorted(): [value: number, count: number][] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }
}

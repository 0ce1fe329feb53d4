import { createHash } from 'node:crypto';

export interface FaultSetting {
  /** Any integer from 0; the same seed results in the same faults. */
  readonly seed: number;
  /** The probability from 0 to 1 that a request, invocation, batch or message is hit. */
  readonly rate: number;
}

export interface Draw {
  /** The number of the subject's occurrence, from 1. */
  readonly occurrence: number;
  /** A number from 0 to 1 for a detail of the fault; each `index` from 0 to 5 has its own. */
  fraction(index: number): number;
  pick<const T>(items: readonly [T, ...T[]], index: number): T;
}

export interface FaultPlan {
  /** Counts an occurrence of the subject. Returns undefined if it gets no fault. */
  draw(subject: string): Draw | undefined;
}

/** A plan by a hash of seed, subject and occurrence: the order of different subjects does not matter. */
export function createFaultPlan({ seed, rate }: FaultSetting): FaultPlan {
  const occurrences = new Map<string, number>();
  return {
    draw: (subject) => {
      const occurrence = (occurrences.get(subject) ?? 0) + 1;
      occurrences.set(subject, occurrence);
      const digest = createHash('sha256').update(`${seed}\n${subject}\n${occurrence}`).digest();
      const at = (index: number) => digest.readUInt32BE(4 * index) / 2 ** 32;
      if (at(0) >= rate) return undefined;
      const fraction = (index: number) => at(index + 1);
      return {
        occurrence,
        fraction,
        pick: (items, index) => items[Math.floor(fraction(index) * items.length)] ?? items[0],
      };
    },
  };
}

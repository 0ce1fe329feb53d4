import { createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Gives a new identifier. */
export type NewId = () => string;

/** A UUID version 7: records sort by their creation time. */
export const newId: NewId = () => v7();

/** Where a request takes the time, its identifiers and its secrets from. */
export interface Source {
  readonly now: () => Date;
  readonly newId: NewId;
  /** So many random bytes, for a secret. */
  readonly randomBytes: (size: number) => Buffer;
}

/** What nobody can foretell. */
export const freshSource = (now: () => Date): Source => ({ now, newId, randomBytes });

/** What a secret seed and a time determine: the same again whenever a request is run again. */
export function seededSource(seed: string, at: Date): Source {
  let taken = 0;
  const next = () => createHmac('sha512', seed).update(String(++taken)).digest();
  return {
    now: () => at,
    newId: () => v7({ msecs: at.getTime(), seq: taken, random: next().subarray(0, 16) }),
    randomBytes: (size) => next().subarray(0, size),
  };
}

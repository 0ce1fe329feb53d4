import { createHmac, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

export type NewId = () => string;

export const newId: NewId = () => v7();

export interface Source {
  /** Time for records. It stands still in a request with an idempotency key, so waits need the system's clock. */
  readonly now: () => Date;
  readonly newId: NewId;
  readonly randomBytes: (size: number) => Buffer;
}

export const freshSource = (now: () => Date): Source => ({ now, newId, randomBytes });

/** Repeats the ids and secrets of a request: each attempt draws the same ones again. */
export function repeatable({ newId, randomBytes }: Pick<Source, 'newId' | 'randomBytes'>) {
  const ids: string[] = [];
  const secrets: Buffer[] = [];
  return (): Pick<Source, 'newId' | 'randomBytes'> => {
    let [nextId, nextSecret] = [0, 0];
    return {
      newId: () => (ids[nextId++] ??= newId()),
      randomBytes: (size) => (secrets[nextSecret++] ??= randomBytes(size)),
    };
  };
}

/** A source that a secret seed and a time determine: a repeated request draws the same ids and secrets. */
export function seededSource(seed: string, at: Date): Source {
  let drawCount = 0;
  const next = () => createHmac('sha512', seed).update(String(++drawCount)).digest();
  return {
    now: () => at,
    newId: () => v7({ msecs: at.getTime(), seq: drawCount, random: next().subarray(0, 16) }),
    randomBytes: (size) => next().subarray(0, size),
  };
}

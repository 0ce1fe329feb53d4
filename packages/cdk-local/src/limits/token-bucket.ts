export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** A bucket of tokens, which refills over time. It starts full. Times are in milliseconds. */
export interface TokenBucket {
  takeOne(now: number): boolean;
}

export function createTokenBucket({ rate, burst }: Rate, now: number): TokenBucket {
  let tokens = burst;
  let filledAt = now;
  const refill = (time: number) => {
    // Setting the clock back removes no tokens.
    tokens = Math.min(burst, tokens + (Math.max(0, time - filledAt) / 1000) * rate);
    filledAt = time;
    return tokens;
  };
  return {
    takeOne: (time) => {
      if (refill(time) < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Whole seconds until a time, as queues count them; 0 if it has passed. */
export const secondsUntil = (due: Date, now: Date): number =>
  Math.max(0, Math.ceil((due.getTime() - now.getTime()) / 1000));

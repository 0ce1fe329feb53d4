/** The current time. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();

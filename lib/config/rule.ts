/** A value of a configuration, whether it is valid, and the condition for that. */
export type Rule = readonly [value: string, isRight: boolean, rule: string];

/** Whether a value is whole and within these bounds. */
export function isWholeBetween(value: number, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

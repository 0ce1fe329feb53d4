/** How long actions wait for the suppressor, and after it; in milliseconds. */
interface Periods {
  readonly waitMs: number;
  readonly extensionMs: number;
}

/**
 * Whether the actions of a composite alarm are suppressed. They wait for the suppressor when the alarm is raised, are
 * suppressed while it is in `ALARM`, and wait again after that.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Composite_Alarm_Suppression.html
 */
export class Suppression {
  readonly #periods: Periods;
  #lastSuppressed: number | undefined;

  constructor(periods: Periods) {
    this.#periods = periods;
  }

  /** `raisedAt` is when the alarm was raised; `now` and it are in milliseconds. */
  holds(suppressorInAlarm: boolean, raisedAt: number, now: number): boolean {
    if (suppressorInAlarm) {
      this.#lastSuppressed = now;
      return true;
    }
    const isExtended =
      this.#lastSuppressed !== undefined && now - this.#lastSuppressed < this.#periods.extensionMs;
    return isExtended || now - raisedAt < this.#periods.waitMs;
  }
}

/** The states of an alarm: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/alarm-evaluation.html */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** The present state of an alarm. */
export interface AlarmStatus {
  readonly stack: string;
  readonly logicalId: string;
  /** Its name on AWS, or the one made here of the stack and logical id. */
  readonly name: string;
  /** Its description in the template. */
  readonly description: string;
  readonly kind: 'metric' | 'composite';
  readonly state: AlarmState;
  /** The reason for its state, in a line for people. */
  readonly reason: string;
  /**
   * When it entered its state, in milliseconds since 1970 of CloudWatch's time; undefined before its first evaluation.
   */
  readonly since: number | undefined;
  /**
   * Whether its actions would run: `none` if it has none, `disabled` if they are, `suppressed` while another alarm, or
   * the wait for it, suppresses them.
   */
  readonly actions: 'none' | 'disabled' | 'suppressed' | 'enabled';
  /** The number of times that it entered `ALARM`. */
  readonly raised: number;
  /** The number of times that its actions ran: the notifications that an operator would have received. */
  readonly rang: number;
  /**
   * Why it cannot be evaluated here, such as an unsupported function of metric math. Its state stays
   * `INSUFFICIENT_DATA`.
   */
  readonly fault?: string;
}

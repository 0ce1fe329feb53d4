import * as z from 'zod';
import type { AlarmThresholds } from './alarm-thresholds.ts';
import { ConfigurationError } from './configuration-error.ts';

/**
 * How invocations move from one version of a function to the next: first a tenth and the remainder after some minutes,
 * or a tenth more each time. `AtOnce` bypasses CodeDeploy. The others are CodeDeploy's predefined configurations:
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
 */
export type Shift = keyof typeof SHIFT_MINUTES;

/** Minutes from the first invocation of a new version until it gets all invocations. */
export const SHIFT_MINUTES = {
  AtOnce: 0,
  Canary10Percent5Minutes: 5,
  Canary10Percent10Minutes: 10,
  Canary10Percent15Minutes: 15,
  Canary10Percent30Minutes: 30,
  Linear10PercentEvery1Minute: 9,
  Linear10PercentEvery2Minutes: 18,
  Linear10PercentEvery3Minutes: 27,
  Linear10PercentEvery10Minutes: 90,
} as const;

const shift = z.enum(Object.keys(SHIFT_MINUTES) as Shift[]);

/** How each group moves to a new version. A group's functions move together. */
export const rollout = z.strictObject({
  conversations: shift,
  callbacks: shift,
  authorizer: shift,
  deliveries: shift,
});
type Rollout = z.input<typeof rollout>;
export type RolloutGroup = keyof Rollout;

/** Minutes of a deployment's shifts: the stacks Calls, Api and Events are deployed in sequence. */
export function minutesOfRollout({ conversations, callbacks, authorizer, deliveries }: Rollout): number {
  const calls = Math.max(SHIFT_MINUTES[conversations], SHIFT_MINUTES[callbacks]);
  return calls + SHIFT_MINUTES[authorizer] + SHIFT_MINUTES[deliveries];
}

/** The group of the functions in a folder below `lambdas/`; functions elsewhere change at once (docs/operations.md). */
const GROUPS: Readonly<Record<string, RolloutGroup>> = {
  'calls/relay': 'conversations',
  'calls/callbacks': 'callbacks',
  tokens: 'authorizer',
  deliveries: 'deliveries',
};

/** The group of a worker, by its file below `lambdas/`. */
export const rolloutGroupOf = (entry: string): RolloutGroup | undefined =>
  GROUPS[entry.slice(0, entry.lastIndexOf('/'))];

/** A user-facing alarm, by its threshold and, if the threshold has several windows, this one's. */
interface RollbackAlarm {
  readonly section: keyof AlarmThresholds;
  /** @default nothing: the section has one alarm */
  readonly suffix?: string;
}

/** The user-facing alarms that stop a version's shift, with windows no longer than the shift. */
export const ROLLBACK_ALARMS: Readonly<Record<RolloutGroup, readonly RollbackAlarm[]>> = {
  conversations: [
    { section: 'turns-slow', suffix: '-5-minutes' },
    { section: 'turns-very-slow', suffix: '-5-minutes' },
    { section: 'turns-very-slow', suffix: '-30-minutes' },
    { section: 'frames-failing' },
    { section: 'relay-failing', suffix: '-functions' },
    { section: 'relay-failing', suffix: '-gateway' },
    { section: 'calls-in-error' },
  ],
  callbacks: [
    { section: 'callbacks-failed' },
    { section: 'callbacks-unsigned' },
    { section: 'calls-in-error' },
  ],
  authorizer: [{ section: 'api-failing' }, { section: 'api-slow' }],
  deliveries: [{ section: 'deliveries-late' }, { section: 'queues-late' }],
};

/** The context value that deploys an environment at once: `cdk deploy -c rollout=at-once`. */
const AT_ONCE = 'at-once';

/** The configuration for a deployment with this value of the context `rollout`. Throws if the value is invalid. */
export function withRollout<Config extends { readonly rollout?: Rollout }>(
  config: Config,
  requested: unknown,
): Config {
  if (requested === undefined) return config;
  if (requested !== AT_ONCE)
    throw new ConfigurationError(`The context value rollout must be ${AT_ONCE}, or absent.`);
  if (!config.rollout) return config;
  const atOnce = {
    conversations: 'AtOnce',
    callbacks: 'AtOnce',
    authorizer: 'AtOnce',
    deliveries: 'AtOnce',
  } as const;
  return { ...config, rollout: atOnce };
}

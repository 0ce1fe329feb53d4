import type { AlarmThresholds } from './alarm-thresholds.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rules.ts';

/** Functions that move to a new version together. */
export type RolloutGroup = 'conversations' | 'callbacks' | 'deliveries';

/**
 * How invocations move from one version of a function to the next: a tenth first and all others after the minutes, or a
 * tenth more each time. `AtOnce` leaves CodeDeploy out. All others are configurations of CodeDeploy's own:
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
 */
export type Shift = keyof typeof MINUTES;

/** Minutes from the first invocation of a new version until it gets all invocations. */
const MINUTES = {
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

/** How each group moves to a new version. */
export type Rollout = Readonly<Record<RolloutGroup, Shift>>;

/** The group of the functions in a folder below `lambdas/`; all others change at once (docs/operations.md). */
const GROUPS: ReadonlyMap<string, RolloutGroup> = new Map([
  ['conversation', 'conversations'],
  ['callbacks', 'callbacks'],
  ['webhooks', 'deliveries'],
]);

/** The group of a worker, by its file below `lambdas/`. */
export const rolloutGroupOf = (entry: string): RolloutGroup | undefined =>
  GROUPS.get(entry.split('/')[0] ?? '');

/** An alarm on people's experience: that of a threshold and, if the threshold has several windows, of this one. */
interface RollbackAlarm {
  readonly section: keyof AlarmThresholds;
  /** @default nothing: the section has one alarm */
  readonly suffix?: string;
}

/**
 * The alarms on people's experience that a new version may cause. They end its shift, as do the alarms on the version
 * itself. Windows longer than the shift would include earlier times.
 */
export const ROLLBACK_ALARMS: Readonly<Record<RolloutGroup, readonly RollbackAlarm[]>> = {
  conversations: [
    { section: 'turns-slow', suffix: '-5-minutes' },
    { section: 'turns-very-slow', suffix: '-5-minutes' },
    { section: 'turns-very-slow', suffix: '-30-minutes' },
    { section: 'frames-failing' },
    { section: 'calls-in-error' },
  ],
  callbacks: [
    { section: 'callbacks-failed' },
    { section: 'callbacks-refused' },
    { section: 'calls-in-error' },
  ],
  deliveries: [{ section: 'deliveries-late' }, { section: 'queues-late' }],
};

/** The stacks of the groups, which are deployed one after the other. */
const STACKS: readonly (readonly RolloutGroup[])[] = [['conversations', 'callbacks'], ['deliveries']];

/** Minutes that a deployment of all stacks takes for its shifts. */
const minutesOfRollout = (rollout: Rollout): number =>
  STACKS.reduce((sum, groups) => sum + Math.max(...groups.map((group) => MINUTES[rollout[group]])), 0);

/**
 * Minutes for which a workflow may wait for its shifts: GitHub ends it after 90, and its credentials expire after two
 * hours.
 */
const MOST_MINUTES_OF_A_WORKFLOW = 60;

/** Checks the names of shifts, which Node.js does not, and whether a workflow outlives its shifts. */
export function rolloutRules({ rollout, pipeline }: EnvironmentConfig): Rule[] {
  if (!rollout) return [];
  const unknown = STACKS.flat().filter((group) => !Object.hasOwn(MINUTES, rollout[group]));
  if (unknown.length > 0)
    return unknown.map((group) => [
      `rollout.${group}`,
      false,
      `must be one of ${Object.keys(MINUTES).join(', ')}`,
    ]);
  return [
    [
      'rollout',
      !pipeline || minutesOfRollout(rollout) <= MOST_MINUTES_OF_A_WORKFLOW,
      `must take at most ${MOST_MINUTES_OF_A_WORKFLOW} minutes, the slowest shifts of the stacks Calls and Events together: a workflow is ended after 90`,
    ],
  ];
}

/** The context value that deploys an environment at once: `cdk deploy -c rollout=at-once`. */
const AT_ONCE = 'at-once';

/** The configuration for a deployment with this value of the context `rollout`. Throws if there is no such value. */
export function withRollout(config: EnvironmentConfig, requested: unknown): EnvironmentConfig {
  if (requested === undefined) return config;
  if (requested !== AT_ONCE) throw new Error(`The context value rollout must be ${AT_ONCE}, or absent.`);
  if (!config.rollout) return config;
  return { ...config, rollout: { conversations: 'AtOnce', callbacks: 'AtOnce', deliveries: 'AtOnce' } };
}

import type { EnvironmentConfig } from './environment-config.ts';
import { MINUTES, minutesOfRollout, STACKS } from './rollout.ts';
import type { Rule } from './rule.ts';

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

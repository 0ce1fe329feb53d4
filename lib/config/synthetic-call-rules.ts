import { syntheticCall as schema } from '../../lambdas/domain/calls/synthetic-call.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

/** Least minutes between runs: a run takes up to two minutes, and must be over before the next one. */
const LEAST_MINUTES = 5;
const MOST_MINUTES = 1440;

/** The rules of synthetic calls. */
export function syntheticCallRules({ syntheticCall }: EnvironmentConfig): Rule[] {
  if (!syntheticCall) return [];
  const { everyMinutes, to, hears } = syntheticCall;
  const { shape } = schema._zod.def;
  return [
    [
      'syntheticCall.everyMinutes',
      isWholeBetween(everyMinutes, LEAST_MINUTES, MOST_MINUTES),
      `must be whole, from ${LEAST_MINUTES} to ${MOST_MINUTES}: each call costs money`,
    ],
    ['syntheticCall.to', shape.to.safeParse(to).success, 'must be a number in E.164, such as +15550001111'],
    [
      'syntheticCall.hears',
      shape.hears.safeParse(hears).success,
      'must be words that whoever answers says, of at most 100 characters',
    ],
  ];
}

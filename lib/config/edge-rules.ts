import type { EnvironmentConfig } from './environment-config.ts';
import { isWholeBetween, type Rule } from './rule.ts';

/** The rules for the web ACL in front of the API. */
export function edgeRules({ webAcl, requestLimit }: EnvironmentConfig): Rule[] {
  if (!webAcl) return [];
  const least = {
    apiPerAddress: requestLimit.rate,
    apiPerToken: requestLimit.rate,
    callbacksPerAddress: 100,
  };
  return (['apiPerAddress', 'apiPerToken', 'callbacksPerAddress'] as const).map((name) => [
    `webAcl.${name}`,
    isWholeBetween(webAcl[name], 60 * least[name], 2_000_000_000),
    'must be whole, and at least what a user may in a minute',
  ]);
}

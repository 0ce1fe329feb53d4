import type { EnvironmentConfig } from './environment-config.ts';

/** The name of an environment's API keys: an account has no two keys with the same value. */
export const usageKeyPool = ({ name }: Pick<EnvironmentConfig, 'name'>): string =>
  `phone-call-agents-${name}`;

/** The number of API keys that users are spread over; 0 if none are in use. */
export const usageKeysInUse = ({ userThrottle }: Pick<EnvironmentConfig, 'userThrottle'>): number =>
  userThrottle && userThrottle.inUse !== false ? userThrottle.keys : 0;

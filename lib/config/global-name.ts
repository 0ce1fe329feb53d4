import type { EnvironmentConfig } from './environment-config.ts';

/** The prefix of names that are unique across regions: an environment may be deployed in two. */
export const globalName = ({ name, region }: Pick<EnvironmentConfig, 'name' | 'region'>): string =>
  `phone-call-agents-${name}-${region}`;

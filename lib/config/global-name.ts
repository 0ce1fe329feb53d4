import type { EnvironmentConfig } from './environment-config.ts';

/**
 * The prefix of names that are unique across an account's regions: of policies, dashboards and CloudFront resources.
 * The same environment may be deployed in two regions.
 */
export const globalName = ({ name, region }: Pick<EnvironmentConfig, 'name' | 'region'>): string =>
  `phone-call-agents-${name}-${region}`;

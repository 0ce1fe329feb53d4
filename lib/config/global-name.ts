import type { EnvironmentConfig } from './environment-config.ts';

/**
 * The beginning of names that an account has once for all regions: of policies, dashboards and parts of CloudFront. The
 * same environment may be in two regions.
 */
export const globalName = ({ name, region }: Pick<EnvironmentConfig, 'name' | 'region'>): string =>
  `phone-call-agents-${name}-${region}`;

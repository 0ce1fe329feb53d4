import type { EnvironmentConfig } from './environment-config.ts';

/** All settings of an environment but those that say which one it is. */
export type Preset = Omit<EnvironmentConfig, 'name' | 'region' | 'account'>;

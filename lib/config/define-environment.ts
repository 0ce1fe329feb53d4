import { ConfigurationError } from './configuration-error.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { defaultsOf, NOUN_SETTINGS } from './noun-settings.ts';
import { type Preset, presets, shared } from './presets.ts';

type EnvironmentSettings = Pick<EnvironmentConfig, 'name' | 'region' | 'account'> &
  Preset & {
    /** The preset that provides all other settings (`lib/config/presets.ts`). */
    readonly preset: keyof typeof presets;
  };

/** A preset, and the settings that differ from it. Lists replace whole lists; `undefined` removes an optional part. */
export function defineEnvironment({ preset, ...settings }: EnvironmentSettings): EnvironmentConfig {
  if (!Object.hasOwn(presets, preset))
    throw new ConfigurationError(
      `The preset of ${settings.name} must be ${Object.keys(presets).join(' or ')}, not "${preset}".`,
    );
  const layers = [defaultsOf(NOUN_SETTINGS), shared, presets[preset], settings];
  // `checkConfig` refuses anything else.
  return layers.reduce<unknown>(merge, {}) as EnvironmentConfig;
}

function merge(values: unknown, overrides: unknown): unknown {
  if (!isGroup(overrides)) return overrides;
  const merged = isGroup(values) ? { ...values } : {};
  for (const [key, override] of Object.entries(overrides)) {
    if (override === undefined) delete merged[key];
    else merged[key] = merge(merged[key], override);
  }
  return merged;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

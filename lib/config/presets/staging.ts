import type { Preset } from '../preset.ts';
import { shared } from './shared.ts';

/** For an environment that can be deleted at any time. */
export const staging: Preset = {
  ...shared,
  protectData: false,
  logRetentionDays: 14,
  eventArchiveDays: 7,
  alarms: false,
  alarmThresholds: {},
  throttle: { rate: 2000, burst: 460 },
  relayThrottle: { rate: 500, burst: 1000 },
  consumers: { silenceChecks: 50, background: 20 },
  recordings: { enabled: true, days: 30 },
};

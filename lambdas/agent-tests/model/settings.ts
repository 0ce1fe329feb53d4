import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/** Test cases that a user may run per hour: each plays a test, or replays a call, once. */
export const testCasesPerHour: Setting<number> = {
  name: 'TEST_CASES_PER_HOUR',
  codec: decimal,
  default: 5000,
  least: 1,
};

import { numberSetting } from '../../platform/variables/setting.ts';

/** Test cases that a user may run per hour: each plays a test, or replays a call, once. */
export const testCasesPerHour = numberSetting('TEST_CASES_PER_HOUR', { default: 5000, least: 1 });

import { numberSetting } from '../../platform/variables/setting.ts';

/** Failed credential checks with the vendor that a user may have per minute, and at once. */
export const failedChecksPerMinute = numberSetting('FAILED_CHECKS_PER_MINUTE', { default: 10, least: 1 });

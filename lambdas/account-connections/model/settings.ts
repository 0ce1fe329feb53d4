import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/** Failed credential checks with the vendor that a user may have per minute, and at once. */
export const failedChecksPerMinute: Setting<number> = {
  name: 'FAILED_CHECKS_PER_MINUTE',
  codec: decimal,
  default: 10,
  least: 1,
};

import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/** Maximum open calls of a user, dialed or not; a scheduled call counts from its due time on. */
export const concurrentPerUser: Setting<number> = {
  name: 'MAX_OPEN_CALLS',
  codec: decimal,
  default: 1000,
  least: 1,
};

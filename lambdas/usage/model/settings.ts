import { numberSetting } from '../../platform/variables/setting.ts';

/** Maximum open calls of a user, dialed or not; a scheduled call counts from its due time on. */
export const concurrentPerUser = numberSetting('MAX_OPEN_CALLS', { default: 1000, least: 1 });

import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';
import { isTimeZone } from './time-zone.ts';

/** The IANA time zone of calls whose agent and number have none. */
export const timezone: Setting<string> = {
  name: 'TIMEZONE',
  codec: textCodec,
  default: 'UTC',
  check: { isRight: isTimeZone, rule: 'must be the IANA name of a time zone, such as Europe/Berlin' },
};

import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/**
 * Searches for numbers a minute, and at once: those of a user, and those of all users on the platform's account. Each is
 * two requests to the vendor.
 */
export const numberSearchesPerMinute = {
  ofUser: { name: 'NUMBER_SEARCHES_PER_MINUTE', codec: decimal, default: 20, least: 1 },
  ofPlatform: { name: 'PLATFORM_NUMBER_SEARCHES_PER_MINUTE', codec: decimal, default: 200, least: 1 },
} satisfies Readonly<Record<string, Setting<number>>>;

import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/**
 * Number searches per minute, and at once: of one user, and of all users on the platform's account. Each makes two
 * requests to the vendor.
 */
export const numberSearchesPerMinute = {
  ofUser: { name: 'NUMBER_SEARCHES_PER_MINUTE', codec: decimal, default: 20, least: 1 },
  ofPlatform: { name: 'PLATFORM_NUMBER_SEARCHES_PER_MINUTE', codec: decimal, default: 200, least: 1 },
} satisfies Readonly<Record<string, Setting<number>>>;

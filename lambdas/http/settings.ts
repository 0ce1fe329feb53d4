import { decimal } from '../platform/variables/codecs.ts';
import type { Setting } from '../platform/variables/setting.ts';

/** Average requests per second, and requests at once, of each user with all their tokens. */
export const requestLimit = {
  rate: { name: 'USER_REQUESTS_PER_SECOND', codec: decimal, default: 200, least: 1 },
  burst: { name: 'USER_REQUESTS_AT_ONCE', codec: decimal, default: 400, least: 1 },
} satisfies Readonly<Record<string, Setting<number>>>;

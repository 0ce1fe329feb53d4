import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';

export const telephony = {
  /** Base URL of the telephony vendor's REST API. */
  apiUrl: { name: 'TELEPHONY_API_URL', codec: textCodec, default: 'https://api.twilio.com' },
} satisfies Readonly<Record<string, Setting<string>>>;

import type { Setting } from '../../platform/variables/setting.ts';
import { textCodec } from '../../platform/variables/variable.ts';

export const speech = {
  /** Base URL of ElevenLabs’ API. */
  elevenLabsUrl: { name: 'ELEVENLABS_URL', codec: textCodec, default: 'https://api.elevenlabs.io' },
} satisfies Readonly<Record<string, Setting<string>>>;

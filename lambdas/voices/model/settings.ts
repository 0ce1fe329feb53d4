import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/** Previews of voices that a user may let a vendor speak per hour; those that were spoken before are free. */
export const voicePreviewsPerHour: Setting<number> = {
  name: 'VOICE_PREVIEWS_PER_HOUR',
  codec: decimal,
  default: 60,
  least: 1,
  most: 1000,
};

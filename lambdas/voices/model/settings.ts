import { numberSetting } from '../../platform/variables/setting.ts';

/** Previews of voices that a user may let a vendor speak per hour; those that were spoken before are free. */
export const voicePreviewsPerHour = numberSetting('VOICE_PREVIEWS_PER_HOUR', {
  default: 60,
  least: 1,
  most: 1000,
});

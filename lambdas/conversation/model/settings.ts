import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/**
 * Longest call in seconds (120 to 14400); the agent says goodbye in the last minute. API Gateway closes a WebSocket
 * after two hours; a longer call reconnects.
 */
export const maxCallSeconds: Setting<number> = {
  name: 'MAX_CALL_SECONDS',
  codec: decimal,
  default: 3600,
  least: 120,
  most: 14_400,
};

/** Seconds of silence after which a call ends (at least 5). */
export const maxSilenceSeconds: Setting<number> = {
  name: 'MAX_SILENCE_SECONDS',
  codec: decimal,
  default: 30,
  least: 5,
  most: 590,
};

/** The same while the agent navigates menus (at most 590: API Gateway closes a silent WebSocket after ten minutes). */
export const maxMenuSilenceSeconds: Setting<number> = {
  name: 'MAX_MENU_SILENCE_SECONDS',
  codec: decimal,
  default: 590,
  least: 5,
  most: 590,
};

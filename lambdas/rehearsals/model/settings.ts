import { decimal } from '../../platform/variables/codecs.ts';
import type { Setting } from '../../platform/variables/setting.ts';

/**
 * Text rehearsals that a user may start per hour (at most 200), and rehearsal turns that a user may have under way at
 * once.
 */
export const rehearsalsPerUser = {
  perHour: { name: 'REHEARSALS_PER_HOUR', codec: decimal, default: 60, least: 1, most: 200 },
  turnsAtOnce: { name: 'REHEARSAL_TURNS_AT_ONCE', codec: decimal, default: 3, least: 1, most: 200 },
} satisfies Readonly<Record<string, Setting<number>>>;

import type { LoggedEvent } from '../calls/event-log.ts';
import { speechMs } from '../relay/speech.ts';

/** Somebody speaks, from and until these milliseconds of a recording. */
export interface Spoken {
  readonly by: 'agent' | 'callee';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Who spoke when in a call, by its log: a word of the agent is logged at its end, words of the callee at their beginning. */
export function spokenIn(events: readonly LoggedEvent[], startedAt: Date, pace: number): Spoken[] {
  return events.flatMap((event) => {
    if (event.type !== 'agent' && event.type !== 'callee') return [];
    const logged = Date.parse(event.at) - startedAt.getTime();
    const lasts = speechMs(event.text) * pace;
    const fromMs = event.type === 'agent' && event.source === 'relay' ? logged - lasts : logged;
    return [{ by: event.type, fromMs, untilMs: fromMs + lasts }];
  });
}

/** A frame: MPEG 2 Layer III, one channel: 576 samples at 16 kHz last 36 ms; at 8 kbit/s it has 36 bytes. */
const FRAME_MS = 36;
const FRAME_BYTES = 36;

const frameOf = (hex: string) => Buffer.from(hex.padEnd(2 * FRAME_BYTES, '0'), 'hex');

const SILENCE = frameOf('fff318c0000000000000000001');

/**
 * A pitch with two harmonics for each voice, about 200 Hz and 310 Hz, as a frame and its inverse: header, side information
 * with the gain 193, and lines coded by table B (ISO 11172-3, 2.4.1.7). A tone goes on from frame to frame if its sign
 * changes after every second one.
 */
const HUMS = {
  agent: ['fff318c0000178030400000001fffd7ffbbff4', 'fff318c0000178030400000001fffdfffbfff6'].map(frameOf),
  callee: [
    'fff318c0000238030400000001fffffd7ffffbbffff4',
    'fff318c0000238030400000001fffffdfffffbfffff6',
  ].map(frameOf),
};

/** A valid MP3 file of about `durationMs`: a hum where somebody speaks, and silence elsewhere. */
export function toneMp3(durationMs: number, spoken: readonly Spoken[] = []): Buffer {
  const frames = Array<Buffer>(Math.max(1, Math.round(durationMs / FRAME_MS))).fill(SILENCE);
  for (const { by, fromMs, untilMs } of spoken) {
    const until = Math.min(frames.length, Math.ceil(untilMs / FRAME_MS));
    for (let at = Math.max(0, Math.floor(fromMs / FRAME_MS)); at < until; at++)
      frames[at] = HUMS[by][(at >> 1) & 1] ?? SILENCE;
  }
  return Buffer.concat(frames);
}

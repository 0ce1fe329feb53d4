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
const HEADER = [0xff, 0xf3, 0x18, 0xc0];
const FRAME_BITS = 36 * 8;

/** Lines of the frame's spectrum, each 13.9 Hz wide: a pitch with two harmonics, about 200 Hz and 310 Hz. */
const VOICES = { agent: [14, 28, 42], callee: [22, 44, 66] } as const;

/** Loudness of a syllable's frames, in steps of 1.5 dB (`global_gain`): 195 is about a quarter of the full scale. */
const SYLLABLE = [189, 195, 195, 193, 187] as const;

/**
 * A valid MP3 file of about `durationMs`, at least one frame: a humming of two pitches where somebody speaks, and silence
 * elsewhere. The same words give the same file.
 */
export function toneMp3(durationMs: number, spoken: readonly Spoken[] = []): Buffer {
  const frames = Array<Buffer>(Math.max(1, Math.round(durationMs / FRAME_MS))).fill(SILENCE);
  for (const { by, fromMs, untilMs } of spoken) {
    const until = Math.min(frames.length, Math.ceil(untilMs / FRAME_MS));
    for (let at = Math.max(0, Math.floor(fromMs / FRAME_MS)); at < until; at++) frames[at] = HUMS[by](at);
  }
  return Buffer.concat(frames);
}

/**
 * A frame whose spectrum has these lines with the amplitude 1, scaled by the gain: ISO 13818-3 and 11172-3, 2.4.1.7. All
 * lines are coded in fours by the table B, whose codes are the inverted pattern, with the signs after it.
 */
function frameOf(lines: readonly number[], gain: number, isNegative: boolean): Buffer {
  let data = '';
  for (let first = 0; first <= (lines.at(-1) ?? -1); first += 4) {
    const four = [0, 1, 2, 3].map((offset) => lines.includes(first + offset));
    data += four.map((has) => (has ? '0' : '1')).join('');
    data += four.map((has) => (has ? Number(isNegative) : '')).join('');
  }
  // main_data_begin with private_bits, part2_3_length, big_values, global_gain, then zeros from scalefac_compress to
  // scalefac_scale, and count1table_select.
  const side = [
    [0, 9],
    [data.length, 12],
    [0, 9],
    [gain, 8],
    [0, 9 + 1 + 15 + 7 + 1],
    [1, 1],
  ] as const;
  const fields = [...HEADER.map((byte) => [byte, 8] as const), ...side];
  const bits = fields.map(([value, length]) => value.toString(2).padStart(length, '0')).join('') + data;
  const bytes = bits.padEnd(FRAME_BITS, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

const SILENCE = frameOf([], 0, false);

/** The frames of each voice. A tone goes on from frame to frame if its sign changes after every second one. */
const HUMS = { agent: humOf(VOICES.agent), callee: humOf(VOICES.callee) };

function humOf(lines: readonly number[]): (at: number) => Buffer {
  const frames = [false, true].map((sign) => SYLLABLE.map((gain) => frameOf(lines, gain, sign)));
  return (at) => frames[(at >> 1) & 1]?.[at % SYLLABLE.length] ?? SILENCE;
}

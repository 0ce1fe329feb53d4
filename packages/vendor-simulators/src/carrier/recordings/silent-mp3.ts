/** Milliseconds of an MPEG 2 Layer III frame: 576 samples at 16 kHz; at 8 kbit/s it has 36 bytes. */
const FRAME_MS = 36;
const FRAME_BYTES = 36;
/** Synchronisation, MPEG 2, Layer III, no checksum; 8 kbit/s and 16 kHz. */
const HEADER = [0xff, 0xf3, 0x18];
/** The last byte of the header: one channel, or two. */
const CHANNELS = { 1: 0xc0, 2: 0x00 } as const;

/** A valid MP3 file of silence of about `durationMs`, at least one frame. A frame whose side information is zero is silent. */
export function silentMp3(durationMs: number, channels: 1 | 2): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.set([...HEADER, CHANNELS[channels]]);
  const frames = Math.max(1, Math.round(durationMs / FRAME_MS));
  return Buffer.alloc(frames * FRAME_BYTES, frame);
}

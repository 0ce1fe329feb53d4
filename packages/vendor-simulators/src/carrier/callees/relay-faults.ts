import { createHash } from 'node:crypto';
import type { Callee, Drop } from './callee-config.ts';

/** Returns how the connection is lost after the next event, or undefined if it is kept. */
export type RelayFaults = () => Drop | undefined;

/** The losses of a call's connections by a seed: the same seed loses them after the same events. */
export function relayFaults({ seed, share }: NonNullable<Callee['faults']>): RelayFaults {
  let events = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${events}`).digest();
    events += 1;
    if (digest.readUInt32BE(0) / 2 ** 32 >= share) return undefined;
    return {
      reconnect_after_ms: 100 * (digest.readUInt8(4) % 10),
      resend_last: digest.readUInt8(5) % 4,
      reorder: digest.readUInt8(6) % 4 === 0,
      close_after_ms: 250 * (digest.readUInt8(7) % 4),
    };
  };
}

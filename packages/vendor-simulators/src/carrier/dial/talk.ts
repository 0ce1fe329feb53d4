import { once } from 'node:events';
import { pause } from '../../http/pause.ts';
import type { Line } from '../callees/callee-config.ts';
import { utteranceOf, wordsOf } from '../callees/utterance.ts';
import { speechMs } from '../relay/speech.ts';
import type { Call } from '../state/call.ts';
import type { Notifier } from '../state/notifier.ts';

/** Milliseconds, in real time, of a person's pause before an answer, and before hanging up. */
const THINKING_MS = 600;
const LINGERING_MS = 1_500;
/** Milliseconds after which a wait is renewed; the value does not matter. */
const RENEW_MS = 3_600_000;

interface Company {
  /** The number of calls inside. */
  readonly size: number;
  readonly changes: Notifier;
}

interface Talk {
  readonly call: Call;
  readonly room: Company;
  readonly pace: number;
  readonly signal: AbortSignal;
}

/** Plays a callee on a silent line until the signal: they wait as scripted, and may hang up. */
export async function holdTheLine(call: Call, signal: AbortSignal): Promise<void> {
  await untilAborted(signal, async () => {
    for (;;) {
      const line = await call.lines.next(signal);
      if ('wait_ms' in line || 'hang_up' in line || 'until' in line)
        await perform(call, line, { pace: 1, signal });
      // Keeps the lines until another party can hear them.
      else await once(signal, 'abort');
    }
  });
}

/**
 * Plays a person among others until the signal: they say the rest of their lines and hang up. A person without lines
 * listens until the others have left; only a person dialled by `<Dial>` hangs up at once.
 */
export async function talk({ call, room, pace, signal }: Talk): Promise<void> {
  await untilAborted(signal, async () => {
    const { callee, lines } = call;
    const isListener = lines.isEmpty && call.direction !== 'outbound-dial';
    while (callee.interactive || !lines.isEmpty) {
      await perform(call, await lines.next(signal), { pace, signal });
    }
    while (isListener && room.size > 1) await room.changes.next(RENEW_MS, signal);
    await pause(LINGERING_MS * pace, signal);
    call.hangUp();
  });
}

async function perform(
  call: Call,
  line: Line,
  { pace, signal }: Pick<Talk, 'pace' | 'signal'>,
): Promise<void> {
  if ('wait_ms' in line) await pause(line.wait_ms, signal);
  if ('say' in line || 'dtmf' in line) await pause(THINKING_MS * pace, signal);
  call.lines.drop();
  if ('dtmf' in line) call.log.add({ type: 'digits', by: 'callee', digits: line.dtmf });
  if ('hang_up' in line) call.hangUp();
  if ('dtmf' in line || 'hang_up' in line || 'wait_ms' in line || 'until' in line || 'beep' in line) return;
  const text = wordsOf(utteranceOf(line));
  call.log.add({ type: 'callee', text, interrupting: 'interrupt' in line });
  await pause(speechMs(text) * pace, signal);
}

/** An abort is the normal end of these activities; any other error is an internal fault. */
async function untilAborted(signal: AbortSignal, activity: () => Promise<void>): Promise<void> {
  try {
    await activity();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

import { once } from 'node:events';
import { pause, untilAborted } from '../../http/pause.ts';
import { type Line, utteranceOf } from '../callees/callee-config.ts';
import type { Call } from '../calls/call.ts';
import { Notifier } from '../calls/line-queue.ts';
import { speechMs } from '../relay/speech.ts';

/** Milliseconds, in real time, of a person's pause before an answer, and before hanging up. */
const THINKING_MS = 600;
const LINGERING_MS = 1_500;

/** The effect of a member's entry and exit on a room. */
export interface Membership {
  readonly startConferenceOnEnter: boolean;
  readonly endConferenceOnExit: boolean;
}

/** A call inside a room until the signal aborts. */
interface Visit {
  readonly call: Call;
  readonly context: { readonly pace: number };
  readonly signal: AbortSignal;
}

/** A room in which calls hear each other: the two of a `<Dial>`, or those of a conference. */
export class Room {
  readonly #inside = new Set<Call>();
  readonly #changes = new Notifier();
  readonly #started = new AbortController();
  readonly #closed = new AbortController();
  #mayStart = false;

  get started(): AbortSignal {
    return this.#started.signal;
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Keeps a call inside until the room closes, or the call is over or redirected. */
  async enter(run: Visit, membership: Membership): Promise<void> {
    if (this.closed.aborted) return;
    const { call } = run;
    this.#inside.add(call);
    this.#mayStart ||= membership.startConferenceOnEnter;
    if (this.#mayStart && this.#inside.size > 1) this.#started.abort();
    this.#changes.notify();
    const signal = AbortSignal.any([run.signal, this.closed]);
    try {
      await holdTheLine(call, AbortSignal.any([signal, this.started]));
      await this.#talk({ ...run, signal });
    } finally {
      this.#inside.delete(call);
      if (membership.endConferenceOnExit || this.#inside.size === 0) this.#closed.abort();
      this.#changes.notify();
    }
  }

  /** Plays a person among others until the signal: they say the rest of their lines and hang up. */
  async #talk({ call, context: { pace }, signal }: Visit): Promise<void> {
    const { callee, lines } = call;
    await untilAborted(signal, async () => {
      const isListener = lines.isEmpty && call.direction !== 'outbound-dial';
      while (callee.interactive || !lines.isEmpty)
        await perform(call, await lines.next(signal), { pace, signal });
      while (isListener && this.#inside.size > 1) await this.#changes.next(signal);
      await pause(LINGERING_MS * pace, signal);
      call.hangUp();
    });
  }
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

async function perform(
  call: Call,
  line: Line,
  { pace, signal }: { readonly pace: number; readonly signal: AbortSignal },
): Promise<void> {
  if ('wait_ms' in line) await pause(line.wait_ms, signal);
  if ('say' in line || 'dtmf' in line) await pause(THINKING_MS * pace, signal);
  call.lines.drop();
  if ('dtmf' in line) call.log.add({ type: 'digits', by: 'callee', digits: line.dtmf });
  if ('hang_up' in line) call.hangUp();
  if (!('say' in line || 'interrupt' in line || 'announce' in line)) return;
  const text = utteranceOf(line).words;
  call.log.add({ type: 'callee', text, interrupting: 'interrupt' in line });
  await pause(speechMs(text) * pace, signal);
}

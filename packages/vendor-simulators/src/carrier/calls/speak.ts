import { pause } from '../../http/pause.ts';
import { speechMs } from '../relay/speech.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';
import type { SpokenVerb } from '../twiml/spoken-markup.ts';

/** A call that runs instructions until the signal aborts. */
export interface ProgramRun {
  readonly context: CarrierContext;
  readonly call: Call;
  readonly signal: AbortSignal;
}

/** Says a text with the carrier's own voice. */
export async function speak({ context, call, signal }: ProgramRun, text: string): Promise<void> {
  call.log.add({ type: 'agent', text, source: 'carrier' });
  await pause(speechMs(text) * context.pace, signal);
  call.log.add({ type: 'agent_turn', text, interrupted: false });
}

/** Lets the other party of the call hear a verb to its end. */
export async function beHeard(run: ProgramRun, verb: SpokenVerb): Promise<void> {
  const { context, call, signal } = run;
  switch (verb.verb) {
    case 'Say':
      for (let time = 0; time < verb.loop; time += 1) await speak(run, verb.text);
      return;
    case 'Play':
      call.log.add({ type: 'note', message: `Plays ${verb.url}.` });
      return;
    case 'Pause':
      await pause(verb.seconds * 1000 * context.pace, signal);
  }
}

import { pause } from '../../http/pause.ts';
import { speechMs } from '../relay/speech.ts';
import type { Call } from '../state/call.ts';
import type { CarrierContext } from '../state/context.ts';

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

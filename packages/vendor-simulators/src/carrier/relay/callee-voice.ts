import { pause } from '../../http/pause.ts';
import type { Utterance } from '../callees/utterance.ts';
import type { RelaySettings } from '../twiml/relay-settings.ts';
import { speechMs } from './speech.ts';
import { endsTurn, tellsPartials } from './turn-end.ts';

/** The events of a callee's speech. */
export interface CalleeListener {
  /** The callee begins to speak, or continues after a turn that was ended too early. */
  started(): void;
  stopped(): void;
  heard(words: string, last: boolean): void;
  cutOff(): void;
}

interface Speaking {
  readonly settings: RelaySettings;
  readonly pace: number;
  /** Real milliseconds between the last word and the report of the final words. */
  readonly endPointingMs: number;
  readonly signal: AbortSignal;
}

/** Speaks word by word, and reports the transcription to the listener. */
export async function speak(
  utterance: Utterance,
  listener: CalleeListener,
  speaking: Speaking,
): Promise<void> {
  const { settings, pace, endPointingMs, signal } = speaking;
  let turn: string[] = [];
  listener.started();
  for (const part of utterance.parts) {
    if (typeof part !== 'string') {
      await keepSilent(part);
      continue;
    }
    for (const word of tellsPartials(settings) ? part.split(/\s+/) : [part]) {
      await pause(speechMs(word) * pace, signal);
      turn.push(word);
      // Punctuation comes with the end of the turn.
      if (tellsPartials(settings)) listener.heard(turn.join(' ').replace(/[.,!?]$/, ''), false);
    }
  }
  listener.stopped();
  if (endPointingMs > 0) await pause(endPointingMs, signal);
  if (!utterance.neverFinal) listener.heard(utterance.finalWords ?? turn.join(' '), true);

  async function keepSilent(silence: {
    readonly pause_ms: number;
    readonly confidence: number;
  }): Promise<void> {
    const isCut = turn.length > 0 && endsTurn(settings, silence, endPointingMs);
    const beforeMs = isCut ? Math.min(endPointingMs, silence.pause_ms) : 0;
    if (isCut) {
      listener.stopped();
      await pause(beforeMs, signal);
      listener.heard(turn.join(' '), true);
      listener.cutOff();
      turn = [];
    }
    await pause(silence.pause_ms - beforeMs, signal);
    if (isCut) listener.started();
  }
}

import type { ShownEvent } from './clients/follow-call.ts';
import type { SystemVoice } from './system-voice.ts';

/** The end of a sentence, after which words are spoken while the next ones are awaited. */
const SENTENCE_END = /[.!?…。！？]["”»]?\s*$/u;

/** Speaks a call's words with a voice: those of the callee, and the agent's sentence by sentence as they are heard. */
export function speakCall(voice: Pick<SystemVoice, 'say'>): (event: ShownEvent) => void {
  let words = '';
  const sayWords = () => {
    voice.say('agent', words);
    words = '';
  };
  return (event) => {
    if (event.type === 'agent') {
      words += event.text;
      if (SENTENCE_END.test(words)) sayWords();
    } else if (event.type === 'agent_turn' || event.type === 'end') {
      sayWords();
    } else if (event.type === 'callee') {
      voice.say('callee', event.text);
    }
  };
}

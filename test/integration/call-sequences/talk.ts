// What is to become of a conversation, told independently of how the functions make it so.
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import type { Step } from './state.ts';

const { goodbye, connecting, trouble, farewell } = PHRASES.en;

/** A conversation over one connection. */
export interface Talk {
  readonly connection: string;
  readonly open: boolean;
  /** What was heard and done, in order: `human: …`, `agent: …`, `did: …`. */
  readonly turns: readonly string[];
  /** What the agent is saying. */
  readonly speaking?: { readonly text: string; readonly complete: boolean } | undefined;
  /** All that was sent to the vendor to be spoken. */
  readonly sent: string;
  readonly generation: number;
  readonly played?: number | undefined;
  readonly tellsPlayed?: boolean;
  readonly leaving?: boolean;
  readonly failures: number;
}

/** A change of the conversation over a connection, as long as that goes on. */
const inTalk =
  (connection: string, change: (talk: Talk) => Talk): Step =>
  (state) =>
    state.talk?.connection === connection && state.talk.open ? { ...state, talk: change(state.talk) } : state;

const heard = (talk: Talk, text = talk.speaking?.text): Talk => ({
  ...talk,
  turns: text?.trim() ? [...talk.turns, `agent: ${text.trim()}`] : talk.turns,
  speaking: undefined,
  played: undefined,
});
const movedOn = (talk: Talk): Talk => ({ ...talk, generation: talk.generation + 1 });

/** Of what was being said, what was played is heard, to the end of a word; all of it if the vendor never told. */
export function closed(talk: Talk): Talk {
  const { speaking, tellsPlayed, played = 0 } = talk;
  const rest = speaking?.text.slice(played) ?? '';
  const part = played === 0 ? '' : speaking?.text.slice(0, played) + (rest.split(/\s/)[0] ?? '');
  return { ...heard(movedOn(talk), tellsPlayed ? part : speaking?.text), open: false };
}

/** The conversation over a connection is over. */
export const close = (connection: string): Step => inTalk(connection, closed);

/** The callee says something, and the agent answers: with the same words, or as it is asked to. */
export type Wish = 'answer' | 'answer_slowly' | 'goodbye' | 'transfer' | 'stumble';

/** The writes that what the callee says leads to: one after another, unless they say more, break in or hang up. */
export function prompted(connection: string, words: string, wish: Wish): Step[] {
  let generation = -1;
  const answers = (change: (talk: Talk) => Talk): Step =>
    inTalk(connection, (talk) => (talk.generation === generation ? change(talk) : talk));
  const hear = inTalk(connection, (talk) => {
    const after = movedOn(heard(talk));
    generation = after.leaving ? -1 : after.generation;
    return { ...after, turns: [...after.turns, `human: ${words}`] };
  });
  const act = (action: string) =>
    answers((talk) => ({ ...talk, leaving: true, turns: [...talk.turns, `did: ${action}`] }));
  const say = (clause: string, text: string, complete: boolean) =>
    answers((talk) => ({
      ...talk,
      speaking: { text, complete },
      sent: talk.sent + clause,
      ...(complete && { failures: 0 }),
    }));
  const sayWhole = (text: string) => [say(`${text} `, `${text} `, false), say('', `${text} `, true)];
  switch (wish) {
    case 'answer':
    case 'answer_slowly': {
      const [first = '', second = ''] = words.split(/(?<=\. )/);
      return [hear, say(first, first, false), say(second, words, true)];
    }
    case 'goodbye':
      return [hear, act('action_end_conversation'), ...sayWhole(goodbye)];
    case 'transfer':
      return [hear, act('action_transfer_call'), ...sayWhole(connecting)];
    case 'stumble':
      return [hear, answers(apologized)];
  }
}

function apologized(talk: Talk): Talk {
  const failures = talk.failures + 1;
  const text = failures >= 3 ? farewell : trouble;
  const speaking = { text, complete: true };
  return { ...talk, speaking, sent: talk.sent + text, failures, ...(failures >= 3 && { leaving: true }) };
}

/** The callee breaks in after these words of the agent's: what they are not part of goes on. */
export const brokenInOn = (connection: string, utterance: string): Step =>
  inTalk(connection, (talk) =>
    talk.speaking?.text.includes(utterance)
      ? movedOn(heard(talk, utterance === '' ? '' : upTo(talk.speaking.text, utterance)))
      : talk,
  );
const upTo = (text: string, part: string) => text.slice(0, text.lastIndexOf(part) + part.length);

/** The agent falls silent: an answer that is whole was heard, if nobody has said anything since. */
export function fellSilent(connection: string): Step[] {
  let generation = -1;
  const look: Step = (state) => {
    const { talk } = state;
    generation = talk?.connection === connection && talk.speaking?.complete ? talk.generation : -1;
    return state;
  };
  const store = inTalk(connection, (talk) =>
    talk.generation === generation && talk.speaking?.complete ? heard(talk) : talk,
  );
  return [look, store];
}

/** The vendor tells that it has played so many characters. */
export const played = (connection: string, characters: number): Step =>
  inTalk(connection, (talk) =>
    talk.speaking ? { ...talk, played: (talk.played ?? 0) + characters, tellsPlayed: true } : talk,
  );

// The model of a conversation, independent of the functions.
import { PHRASES } from '../../../lambdas/conversation/model/phrases.ts';
import type { Step, Talk } from './expected.ts';

const { goodbye, connecting, holding, trouble, farewell } = PHRASES.en;

/** A change of the conversation over a connection, while it is open. */
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
/** The agent leaves, or is stopped: the turn of its action takes its place. */
function decided({ intention, leaving, ...talk }: Talk, isDone = true): Talk {
  if (!intention) return { ...talk, ...(leaving && { leaving }) };
  const { action, at } = intention;
  const turns = talk.turns.toSpliced(at, 0, `did: ${action}${isDone ? '' : ', stopped'}`);
  return { ...talk, turns, ...(isDone && { leaving: true }) };
}
const movedOn = (talk: Talk): Talk => ({ ...talk, generation: talk.generation + 1 });

/**
 * Of a pending answer, the played part is heard, to the end of a word; all of it if the vendor never reported any. There
 * was no time for the first words.
 */
export function closed(talk: Talk): Talk {
  const { speaking, tellsPlayed, played = 0 } = talk;
  const unplayed = speaking?.text.slice(played) ?? '';
  const part = played === 0 ? '' : speaking?.text.slice(0, played) + (unplayed.split(/\s/)[0] ?? '');
  const after = heard(movedOn(talk), tellsPlayed || talk.turns.length === 0 ? part : speaking?.text);
  return { ...decided(after, talk.intention?.action !== 'action_transfer_call'), open: false };
}

/** The conversation over a connection is over. */
export const close = (connection: string): Step => inTalk(connection, closed);

/** An utterance of the callee, and how the agent answers. */
export type Wish = 'answer' | 'answer_slowly' | 'goodbye' | 'transfer' | 'stumble' | 'hold' | 'return';

/** The writes after an utterance, in sequence, unless the callee speaks again, interrupts or hangs up. */
export function prompted(connection: string, words: string, wish: Wish): Step[] {
  let generation = -1;
  const hear = inTalk(connection, (talk) => {
    const { holding: wasHolding, ...rest } = decided(heard(movedOn(talk)), false);
    const isHolding = wasHolding && wish !== 'return';
    const said = {
      ...rest,
      ...(isHolding && { holding: true }),
      turns: [...rest.turns, `human: ${words}`],
    };
    // No words answer this turn if the agent leaves or is on hold.
    generation = said.leaving || isHolding ? -1 : said.generation;
    return said;
  });
  const ofTurn = (change: (talk: Talk) => Talk): Step =>
    inTalk(connection, (talk) => (talk.generation === generation ? change(talk) : talk));
  const say = (clause: string, text: string, complete: boolean) =>
    ofTurn((talk) => ({
      ...talk,
      speaking: { text, complete },
      sent: talk.sent + clause,
      ...(complete && { failures: 0 }),
    }));
  const act = (action: string, effect: Pick<Talk, 'leaving' | 'holding'>, text: string) => [
    hear,
    ofTurn((talk) =>
      effect.leaving
        ? { ...talk, ...effect, intention: { action, at: talk.turns.length } }
        : { ...talk, ...effect, turns: [...talk.turns, `did: ${action}`] },
    ),
    say(`${text} `, `${text} `, false),
    say('', `${text} `, true),
  ];
  switch (wish) {
    case 'answer':
    case 'answer_slowly':
    case 'return': {
      const [first = '', second = ''] = words.split(/(?<=\. )/);
      return [hear, say(first, first, false), say(second, words, true)];
    }
    case 'goodbye':
      return act('action_end_conversation', { leaving: true }, goodbye);
    case 'transfer':
      return act('action_transfer_call', { leaving: true }, connecting);
    case 'hold':
      return act('action_set_hold', { holding: true }, holding);
    case 'stumble':
      return [hear, ofTurn(apologized)];
  }
}

function apologized(talk: Talk): Talk {
  const failures = talk.failures + 1;
  const text = failures >= 3 ? farewell : trouble;
  const speaking = { text, complete: true };
  return { ...talk, speaking, sent: talk.sent + text, failures, ...(failures >= 3 && { leaving: true }) };
}

/** The callee interrupts after these words of the agent; if they are not part of its answer, the answer goes on. */
export const brokenInOn = (connection: string, utterance: string): Step =>
  inTalk(connection, (talk) =>
    talk.speaking?.text.includes(utterance)
      ? movedOn(heard(talk, utterance === '' ? '' : upTo(talk.speaking.text, utterance)))
      : talk,
  );
const upTo = (text: string, part: string) => text.slice(0, text.lastIndexOf(part) + part.length);

/** The agent stops speaking: a complete answer was heard if nobody has spoken since. */
export function fellSilent(connection: string): Step[] {
  let generation = -1;
  const look: Step = (state) => {
    const { talk } = state;
    generation = talk?.connection === connection && talk.speaking?.complete ? talk.generation : -1;
    return state;
  };
  const store = inTalk(connection, (talk) =>
    talk.generation === generation && talk.speaking?.complete ? decided(heard(talk)) : talk,
  );
  return [look, store];
}

/** The vendor reports played characters. */
export const played = (connection: string, characters: number): Step =>
  inTalk(connection, (talk) =>
    talk.speaking ? { ...talk, played: (talk.played ?? 0) + characters, tellsPlayed: true } : talk,
  );

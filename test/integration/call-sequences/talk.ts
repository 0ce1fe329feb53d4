// The model of a conversation, independent of the functions.
import { PHRASES } from '../../../lambdas/domain/conversations/phrases.ts';
import type { Key, Step, Talk } from './expected.ts';
import { entryTaken, hidden, isComplete, keysTaken, withKey } from './keypad.ts';

const { goodbye, connecting, holding, trouble, farewell } = PHRASES.en;

/** A change of the conversation over a connection, while it is open. */
const inTalk =
  (connection: string, change: (talk: Talk) => Talk): Step =>
  (state) =>
    state.talk?.connection === connection && state.talk.open ? { ...state, talk: change(state.talk) } : state;

const heard = (talk: Talk, text = talk.speaking?.text): Talk => ({
  ...talk,
  turns: text?.trim() ? [...talk.turns, `agent: ${hidden(text.trim(), talk.secrets)}`] : talk.turns,
  speaking: undefined,
  played: undefined,
});
const movedOn = (talk: Talk): Talk => ({ ...talk, generation: talk.generation + 1 });

/**
 * Of a pending answer, the played part is heard, to the end of a word; all of it if the vendor never reported any. Then the
 * pending keys are a turn; they trigger nothing, and nothing knows hidden ones any more.
 */
export function closed(talk: Talk): Talk {
  const { speaking, tellsPlayed, played = 0 } = talk;
  const unplayed = speaking?.text.slice(played) ?? '';
  const part = played === 0 ? '' : speaking?.text.slice(0, played) + (unplayed.split(/\s/)[0] ?? '');
  const after = heard(movedOn(talk), tellsPlayed ? part : speaking?.text);
  const { entered: _, secrets: __, ...rest } = keysTaken({ ...after, open: false }).talk;
  return rest;
}

/** The conversation over a connection is over. */
export const close = (connection: string): Step => inTalk(connection, closed);

/** An utterance of the callee, and how the agent answers. */
export type Wish =
  | 'answer'
  | 'answer_slowly'
  | 'goodbye'
  | 'transfer'
  | 'stumble'
  | 'hold'
  | 'return'
  | 'pin';

/** The agent's writes after a turn of the callee, until the callee speaks again, interrupts or hangs up. */
function answering(connection: string) {
  let generation = -1;
  const ofTurn = (change: (talk: Talk) => Talk): Step =>
    inTalk(connection, (talk) => (talk.generation === generation ? change(talk) : talk));
  const say = (clause: string, text: string, complete: boolean, isAnswer = true) =>
    ofTurn((talk) => ({
      ...(isAnswer ? talk : heard(talk)),
      speaking: { text, complete },
      sent: talk.sent + clause,
      ...(complete && isAnswer && { failures: 0 }),
    }));
  return {
    /** Only words after this turn answer it; none do if the agent leaves or is on hold. */
    begin(talk: Talk, mayAnswer = !talk.leaving && !talk.holding): Talk {
      generation = mayAnswer ? talk.generation : -1;
      return talk;
    },
    ofTurn,
    say,
    act: (action: string, effect: Pick<Talk, 'leaving' | 'holding'>) =>
      ofTurn((talk) => ({ ...talk, ...effect, turns: [...talk.turns, `did: ${action}`] })),
    sayWhole: (text: string) => [say(`${text} `, `${text} `, false), say('', `${text} `, true)],
    /** Words about an action that keys triggered; they are no answer of the model. */
    announce: (text: string) => say(text, text, true, false),
  };
}

const ANNOUNCED = { end: goodbye, hold: holding } as const;

/** The writes after an utterance, in sequence, unless the callee speaks again, interrupts or hangs up. */
export function prompted(connection: string, words: string, wish: Wish): Step[] {
  const { begin, ofTurn, say, act, sayWhole, announce } = answering(connection);
  let obeyed: 'end' | 'hold' | undefined;
  const hear = inTalk(connection, (talk) => {
    const { talk: after, obeys } = keysTaken(heard(movedOn(talk)));
    const { holding: wasHolding, ...rest } = after;
    const isHolding = wasHolding && wish !== 'return';
    obeyed = isHolding || after.leaving ? obeys : undefined;
    const said = {
      ...rest,
      ...(isHolding && { holding: true }),
      turns: [...after.turns, `human: ${words}`],
    };
    return begin(said, obeyed !== undefined || (!said.leaving && !isHolding));
  });
  /** Keys before the words may have triggered an action, which is announced instead of an answer. */
  const unlessObeyed = (...steps: readonly Step[]): Step[] =>
    steps.map((step, place) => (state) => {
      if (obeyed === undefined) return step(state);
      return place === 0 ? announce(ANNOUNCED[obeyed])(state) : state;
    });
  switch (wish) {
    case 'answer':
    case 'answer_slowly':
    case 'return': {
      const [first = '', second = ''] = words.split(/(?<=\. )/);
      return [hear, ...unlessObeyed(say(first, first, false), say(second, words, true))];
    }
    case 'goodbye':
      return [hear, ...unlessObeyed(act('action_end_conversation', { leaving: true }), ...sayWhole(goodbye))];
    case 'transfer':
      return [hear, ...unlessObeyed(act('action_transfer_call', { leaving: true }), ...sayWhole(connecting))];
    case 'hold':
      return [hear, ...unlessObeyed(act('action_set_hold', { holding: true }), ...sayWhole(holding))];
    case 'pin': {
      const expect = ofTurn((talk) => (talk.keypad ? { ...talk, expected: PIN_LENGTH } : talk));
      return [hear, ...unlessObeyed(expect, say(PIN, PIN, true))];
    }
    case 'stumble':
      return [hear, ...unlessObeyed(ofTurn(apologized))];
  }
}

/** The agent's words when it asks for a number of keys. */
export const PIN = 'Now your pin.';
export const PIN_LENGTH = 3;

/** The agent's answer to a turn of keys begins so. */
export const KEYED = 'You keyed in ';

/** The writes after the first pending entry became a turn, unless there is none, it `isDue` not, or the agent leaves. */
export function keysDue(connection: string, isDue: (talk: Talk) => boolean = () => true): Step[] {
  const { begin, say, announce } = answering(connection);
  let answer: Step[] = [];
  const take = inTalk(connection, (talk) => {
    if (!isDue(talk) || talk.leaving || !talk.pressed?.length) return talk;
    const { holding: _, ...listening } = heard(movedOn(talk));
    const { talk: after, words, obeys } = entryTaken(listening);
    const said = `${KEYED}${words}`;
    const [first = '', second] = said.split(/(?<=, )/);
    const clauses =
      second === undefined ? [say(said, said, true)] : [say(first, first, false), say(second, said, true)];
    answer = obeys ? [announce(ANNOUNCED[obeys])] : clauses;
    return begin(after, true);
  });
  return [take, (state) => answer[0]?.(state) ?? state, (state) => answer[1]?.(state) ?? state];
}

/** The writes after a key: it waits for others, or completes the entry. */
export function keyPressed(connection: string, key: Key): Step[] {
  let wasLeaving = false;
  let wasComplete = false;
  const look = inTalk(connection, (talk) => {
    wasLeaving = talk.leaving ?? false;
    return talk;
  });
  const press = inTalk(connection, (talk) => {
    const after = withKey(talk, key);
    wasComplete = !wasLeaving && isComplete(after);
    return after;
  });
  return [look, press, ...keysDue(connection, (talk) => wasComplete && isComplete(talk))];
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
    talk.generation === generation && talk.speaking?.complete ? heard(talk) : talk,
  );
  return [look, store];
}

/** The vendor reports played characters. */
export const played = (connection: string, characters: number): Step =>
  inTalk(connection, (talk) =>
    talk.speaking ? { ...talk, played: (talk.played ?? 0) + characters, tellsPlayed: true } : talk,
  );

// The model of the keys that a callee presses, independent of the functions.
import type { Key, Talk } from './expected.ts';

/** The keys that end the call, and those that put the agent on hold. */
export const KEYS_OF_END = '99';
export const KEYS_OF_HOLD = '9';

/** Keys that a callee pressed and that become one turn. */
interface Entry {
  readonly keys: readonly Key[];
  readonly digits: string;
  /** Whether a key arrived late and belongs to the previous entry. */
  readonly isLate: boolean;
  readonly isComplete: boolean;
  /** Keys after it. */
  readonly rest: readonly Key[];
}

const digitsOf = (keys: readonly Key[]) => keys.map((key) => key.split(' ')[1]).join('');
const timeOf = (key: Key) => Number(key.split(' ')[0]);

/** In the order of their times; those of the same time stay in theirs. */
export const inOrder = (keys: readonly Key[]): Key[] =>
  [...keys].sort((one, other) => timeOf(one) - timeOf(other));

function pendingEntry({ keypad, pressed = [], entered = [], expected = 32 }: Talk): Entry | undefined {
  if (!keypad || pressed.length === 0) return undefined;
  const last = entered.at(-1);
  const isBefore = (key: Key) => last !== undefined && timeOf(key) < timeOf(last);
  const late = pressed.filter(isBefore);
  const isLate = late.length > 0;
  const all = isLate ? inOrder([...entered, ...late]) : pressed;
  const { max_length, terminator } = keypad;
  const most = isLate ? max_length : Math.min(expected, max_length);
  // A terminator may follow the last key.
  const within = digitsOf(all.slice(0, most + 1));
  const ends = within.includes(terminator) ? within.indexOf(terminator) + 1 : most;
  const keys = all.slice(0, ends);
  const digits = digitsOf(keys);
  const isTerminated = digits.length > 1 && digits.endsWith(terminator);
  return {
    keys,
    digits: isTerminated ? digits.slice(0, -1) : digits,
    isLate,
    isComplete: isLate || keys.length === ends,
    rest: [...all.slice(ends), ...(isLate ? pressed.filter((key) => !isBefore(key)) : [])],
  };
}

/** The keys with one more, until they become part of a turn; an equal one is stored once. */
export function withKey(talk: Talk, key: Key): Talk {
  const { keypad, pressed = [], entered = [] } = talk;
  if (!keypad || [...pressed, ...entered].includes(key)) return talk;
  return { ...talk, pressed: inOrder([...pressed, key]) };
}

/** Whether no further key is needed. */
export const isComplete = (talk: Talk): boolean => pendingEntry(talk)?.isComplete ?? false;

/** The words of a turn of keys, for the agent. */
export const wordsOfKeys = ({ digits, isLate }: Pick<Entry, 'digits' | 'isLate'>) =>
  `[keys ${digits}${isLate ? ', instead of the keys before' : ''}]`;

interface Taken {
  readonly talk: Talk;
  readonly words?: string;
  readonly obeys?: 'end' | 'hold';
}

/** The first pending entry becomes a turn. `words`: its text for the agent; `obeys`: whether it triggers an action. */
export function entryTaken(talk: Talk): Taken {
  const entry = pendingEntry(talk);
  if (!entry) return { talk };
  const { pressed: _, expected: __, ...others } = talk;
  const isMasked = talk.keypad?.isMasked;
  const shown = isMasked ? '•'.repeat(entry.digits.length) : entry.digits;
  const after: Talk = {
    ...others,
    entered: entry.keys,
    ...(entry.rest.length > 0 && { pressed: entry.rest }),
    turns: [...talk.turns, `human: ${wordsOfKeys({ ...entry, digits: shown })}`],
    ...(isMasked && { secrets: [...(talk.secrets ?? []), entry.digits] }),
  };
  return { talk: after, words: wordsOfKeys(entry), ...triggered(after, entry.digits) };
}

/** All pending entries become turns. `obeys`: the last action that they trigger. */
export function keysTaken(talk: Talk): Pick<Taken, 'talk' | 'obeys'> {
  if (!talk.pressed?.length || !talk.keypad) return { talk };
  const { talk: after, obeys } = entryTaken(talk);
  const rest = keysTaken(after);
  const last = rest.obeys ?? obeys;
  return { talk: rest.talk, ...(last && { obeys: last }) };
}

function triggered(talk: Talk, digits: string): { talk?: Talk; obeys?: 'end' | 'hold' } {
  if (talk.leaving || !talk.open) return {};
  const did = (action: string) => [...talk.turns, `did: ${action}`];
  if (digits === KEYS_OF_END)
    return { talk: { ...talk, turns: did('action_end_conversation'), leaving: true }, obeys: 'end' };
  if (digits === KEYS_OF_HOLD)
    return { talk: { ...talk, turns: did('action_set_hold'), holding: true }, obeys: 'hold' };
  return {};
}

/** The agent's words as a record shows them: without hidden keys of three digits or more. */
export function hidden(text: string, secrets: readonly string[] = []): string {
  const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((sofar, keys) => {
    const digits = keys.replaceAll(/\D/g, '').length;
    // A star or a hash before or after the digits is no secret.
    const inner = keys.replaceAll(/^\D+|\D+$/g, '');
    return digits < 3 ? sofar : sofar.replaceAll(inner, '•'.repeat(digits));
  }, text);
}

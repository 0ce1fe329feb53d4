import * as z from 'zod/mini';
import { MAX_KEYS } from '../../../actions/model/action.ts';
import type { AgentSettings } from '../../../agents/model/agent.ts';

export const pressedKey = z.lazy(() =>
  z.object({
    digit: z.string(),
    /** What only its frame has: a key with the same one is the same key. */
    id: z.string(),
    /** When its frame arrived, in milliseconds since 1970: frames of one call are handled in any order. */
    at: z.number(),
  }),
);
export type PressedKey = z.infer<typeof pressedKey>;

export interface KeypadState {
  readonly pressed_keys?: readonly PressedKey[] | undefined;
  readonly entered_keys?: readonly PressedKey[] | undefined;
  readonly expected_keys?: number | undefined;
  readonly settings: Pick<AgentSettings, 'dtmf_input' | 'stop_key'>;
}

export interface KeypadEntry extends Keys {
  /** Whether no further key is needed: the entry has its terminator, or its maximum or the requested number of keys. */
  readonly isComplete: boolean;
  /** Keys that were pressed after the end of this entry: they belong to the next one. */
  readonly rest: readonly PressedKey[];
}

interface Keys {
  /** In the order in which they were pressed, with a terminator that ended them. */
  readonly keys: readonly PressedKey[];
  /** The same as text, without that terminator unless it is alone. */
  readonly digits: string;
  /** Whether a key arrived late and belongs to the previous entry, which this one replaces. */
  readonly isCorrection: boolean;
}

export function pendingEntry(state: KeypadState): KeypadEntry | undefined {
  const { pressed_keys: pressed = [], entered_keys: entered = [] } = state;
  // A write whose answer was lost is repeated, and stores its key twice.
  const isNew = ({ id }: PressedKey, index: number) =>
    ![...entered, ...pressed.slice(0, index)].some((key) => key.id === id);
  const fresh = pressed.filter(isNew).sort(byTime);
  if (fresh.length === 0) return undefined;
  const until = entered.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const late = fresh.filter(({ at }) => at < until);
  const isCorrection = late.length > 0;
  const keys = isCorrection ? [...entered, ...late].sort(byTime) : fresh;
  const end = endOf(keys, state, isCorrection);
  const entry = keys.slice(0, end);
  return {
    keys: entry,
    digits: digitsOf(entry, terminatorOf(state)),
    isCorrection,
    isComplete: isCorrection || end !== undefined,
    rest: [...keys.slice(entry.length), ...(isCorrection ? fresh.slice(late.length) : [])],
  };
}

export function pendingEntries(state: KeypadState): KeypadEntry[] {
  const entry = pendingEntry(state);
  if (!entry) return [];
  return [
    entry,
    ...pendingEntries({ settings: state.settings, pressed_keys: entry.rest, entered_keys: entry.keys }),
  ];
}

/** The number of keys that end an entry, by its terminator or length. Undefined if it may go on. */
function endOf(keys: readonly PressedKey[], state: KeypadState, isCorrection: boolean): number | undefined {
  const { max_length = MAX_KEYS } = state.settings.dtmf_input ?? {};
  // The requested number is that of the next entry.
  const length = isCorrection ? max_length : Math.min(state.expected_keys ?? max_length, max_length);
  const terminator = terminatorOf(state);
  // A requested number may begin with this key.
  if (state.expected_keys === undefined && keys[0]?.digit === state.settings.stop_key) return 1;
  const terminated = keys.findIndex(({ digit }) => digit === terminator);
  if (terminated >= 0 && terminated <= length) return terminated + 1;
  return keys.length >= length ? length : undefined;
}

function digitsOf(keys: readonly PressedKey[], terminator: string): string {
  const text = keys.map(({ digit }) => digit).join('');
  return text.length > 1 && text.endsWith(terminator) ? text.slice(0, -1) : text;
}

const terminatorOf = ({ settings }: KeypadState) => settings.dtmf_input?.terminator ?? '#';

/** Keys that arrived in the same millisecond stay in the order in which they were stored. */
const byTime = (one: PressedKey, other: PressedKey) => one.at - other.at;

/** When pending keys become a turn if no further one is pressed. Returns undefined if there are none. */
export function entryDueAt({ pressed_keys: pressed = [], settings }: KeypadState): Date | undefined {
  if (pressed.length === 0) return undefined;
  const last = Math.max(...pressed.map(({ at }) => at));
  return new Date(last + (settings.dtmf_input?.timeout_seconds ?? 0) * 1000);
}

/** The digits in a text of keys; undefined if the text is other words, or hides them. */
export const keysInText = (text: string): string | undefined => /^\[keys ([0-9A-D*#]+)/.exec(text)?.[1];

export const textOfKeys = (digits: string, isCorrection = false) =>
  `[keys ${digits}${isCorrection ? ', instead of the keys before' : ''}]`;

export const hiddenKeys = (digits: string) => '•'.repeat(digits.length);

/** Digits that the contact pressed and that no record may show, by the number of their turn. */
export type SecretKeys = Readonly<Record<string, string>>;

/** Fewest digits that are searched for: one or two are part of many numbers. */
const MIN_DIGITS = 3;

const GAP = '[\\s.,;:/()*#-]{0,3}';

/** A text in which the digits that the contact pressed are hidden, also if they are spaced or grouped. */
export function maskKeys(text: string, secrets: SecretKeys | undefined): string {
  let masked = text;
  for (const digits of longestFirst(secrets)) {
    if (digits.length < MIN_DIGITS) continue;
    masked = masked.replaceAll(new RegExp([...digits].join(GAP), 'g'), '•'.repeat(digits.length));
  }
  return masked;
}

/** Longest first: an entry that was corrected is part of the entry that replaced it. */
const longestFirst = (secrets: SecretKeys = {}) =>
  Object.values(secrets)
    .map((keys) => keys.replaceAll(/\D/g, ''))
    .sort((one, other) => other.length - one.length);

/** The same for each text and number within a JSON value. */
export function maskKeysWithin<T>(value: T, secrets: SecretKeys | undefined): T;
export function maskKeysWithin(value: unknown, secrets: SecretKeys | undefined): unknown {
  if (secrets === undefined) return value;
  if (typeof value === 'string') return maskKeys(value, secrets);
  if (typeof value === 'number') {
    const masked = maskKeys(String(value), secrets);
    return masked === String(value) ? value : masked;
  }
  if (Array.isArray(value)) return value.map((item) => maskKeysWithin(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [maskKeys(name, secrets), maskKeysWithin(inner, secrets)]),
  );
}

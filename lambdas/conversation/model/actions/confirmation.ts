import { canonicalJson, isObject } from '../../../platform/parse-json.ts';
import { PHRASES } from '../phrases.ts';
import { type ActionTurn, isOfContact, isSpoken, type Session, type Turn } from '../session.ts';
import { SECURE } from '../steps/session-steps.ts';
import { spokenWords } from '../words/spoken-words.ts';
import { type ExternalCall, type Input, isUnknown } from './repeated-requests.ts';

/** Characters of a value, and of all that is read to the contact. */
const MAX_VALUE = 200;
const MAX_SUMMARY = 1_000;

/** What the contact is asked to confirm: the action and its arguments, by the titles in its schema. */
export function summaryOf({ action: { config }, input }: ExternalCall, { settings }: Session): string {
  const { language } = settings;
  const { confirm, yes, no } = PHRASES[language];
  const said = (value: unknown, schema: unknown): string => {
    if (Array.isArray(value)) return value.map((item) => said(item, {})).join(', ');
    if (isObject(value)) return pairs({ ...value }, schema).join(', ');
    if (typeof value === 'boolean') return value ? yes : no;
    // Keys that no record may show are not read either.
    const text = spokenWords(
      String(value ?? '')
        .replaceAll('•', '')
        .replaceAll(SECURE, ''),
      language,
    ).trim();
    return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
  };
  const pairs = (values: Input, schema: unknown): string[] => {
    const properties = isObject(schema) && isObject(schema.properties) ? { ...schema.properties } : {};
    const names = new Set([...Object.keys(properties), ...Object.keys(values)]);
    return [...names]
      .filter((name) => values[name] !== undefined && values[name] !== null)
      .map((name) => {
        const words = said(values[name], properties[name]);
        return `${titleOf(name, properties[name])}${words === '' ? '' : `: ${words}`}`;
      });
  };
  const what = [titleOf(String(config.name), config.input_schema), ...pairs(input, config.input_schema)];
  const summary = `${confirm} ${what.join('; ')}`.slice(0, MAX_SUMMARY).trim();
  return `${summary}.`.replaceAll(/\s+/g, ' ');
}

/** A title in the agent's language, or the words of a name. */
const titleOf = (name: string, schema: unknown): string =>
  isObject(schema) && typeof schema.title === 'string' && schema.title.trim() !== ''
    ? schema.title
    : name
        .replaceAll(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
        .replaceAll(/[_-]+/g, ' ');

export const asksToConfirm = (output: unknown): boolean =>
  isObject(output) && typeof output.awaiting_confirmation === 'string';

/** What the contact said right after they were asked about exactly these arguments, unless it was done since. */
export function repliesTo({ action, input }: ExternalCall, turns: readonly Turn[]): Turn[] {
  const isOver = ({ output }: ActionTurn['action']) => !('error' in output) || isUnknown(output);
  const latest = turns.findLast(
    (turn): turn is ActionTurn =>
      !isSpoken(turn) && turn.action.action_id === action.id && isOver(turn.action),
  );
  const { awaiting_confirmation: summary } = latest?.action.output ?? {};
  if (!latest || typeof summary !== 'string') return [];
  if (canonicalJson(latest.action.input) !== canonicalJson(input)) return [];
  const isOfAgent = (turn: Turn) => isSpoken(turn) && turn.sender === 'agent';
  const asked = turns.findIndex(
    (turn) => isSpoken(turn) && isOfAgent(turn) && turn.number > latest.number && turn.text.includes(summary),
  );
  if (asked < 0) return [];
  const after = turns.slice(asked + 1);
  const next = after.findIndex(isOfAgent);
  return (next < 0 ? after : after.slice(0, next)).filter(isOfContact);
}

import type { Schema } from '../../../api/client.ts';
import { objectOf } from '../../../form/field.ts';
import { type Action, KINDS } from './kinds.ts';

/** One of an agent's actions: a stored one, or a new one that is saved with the agent. */
export interface Entry {
  /** Undefined of a new action. */
  readonly id?: string | undefined;
  /** Undefined if there is no action of this id. */
  readonly action: Action | undefined;
}

/** What one item of an agent's field `actions` stands for. */
export function entryOf(item: unknown, stored: readonly Schema<'Action'>[]): Entry {
  const id = idOf(item);
  if (id === undefined) return { action: actionIn(item) };
  return { id, action: actionIn(stored.find((one) => one.id === id)) };
}

/** The id of an item that names a stored action. */
export function idOf(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  const { id } = objectOf(item);
  return typeof id === 'string' ? id : undefined;
}

/** The list of an agent's actions, as its form has it. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The list with an item back in its place, unless it is in it. */
export function withItemBack(items: readonly unknown[], at: number, item: unknown): readonly unknown[] {
  const id = idOf(item);
  const isIn = items.some((one) => one === item || (id !== undefined && idOf(one) === id));
  return isIn ? items : items.toSpliced(at, 0, item);
}

const HIDDEN = '"[redacted]"';

/** The action itself, without fields that only stored actions have. */
function actionIn(item: unknown): Action | undefined {
  const { type, config, action_trigger } = objectOf(item);
  const known = Object.keys(KINDS).find((kind): kind is Action['type'] => kind === type);
  // Who may not read secrets gets a mark in their place, which must not be sent.
  const shown = Object.entries(objectOf(config)).filter(
    ([, value]) => !JSON.stringify(value)?.includes(HIDDEN),
  );
  return (
    known && {
      type: known,
      config: Object.fromEntries(shown),
      ...(action_trigger !== undefined && { action_trigger }),
    }
  );
}

/** What an action has when its form is opened for a new one. */
export const emptyAction = (type: Action['type']): Action => ({
  type,
  config:
    type === 'action_external'
      ? { input_schema: { type: 'object', properties: {} }, speak_on_send: false, speak_on_receive: true }
      : {},
});

/** The fields of `config` that each kind cannot be without. */
const NEEDED: Partial<Readonly<Record<Action['type'], readonly string[]>>> = {
  action_transfer_call: ['phone_number'],
  action_add_to_conference: ['phone_number'],
  action_external: ['name', 'description', 'url'],
  action_mcp: ['url', 'name'],
};

/** What is plainly wrong with an action, by the field of its `config`; the API judges the rest. */
export function issuesOf({ type, config }: Action): Readonly<Record<string, string>> {
  const missing = (NEEDED[type] ?? []).filter((name) => String(config[name] ?? '').trim() === '');
  const issues = Object.fromEntries(missing.map((name) => [name, 'Required']));
  const { phone_number: number, url } = config;
  if (number && !/^\s*(\+|00|tel:|\(?1(\D*\d){10}\s*$)/.test(String(number)))
    issues.phone_number = 'Start with a plus sign and the country code, such as +15551234567.';
  if (url && !/^https?:$/.test(URL.parse(String(url))?.protocol ?? ''))
    issues.url = 'Start with https:// or http://.';
  return issues;
}

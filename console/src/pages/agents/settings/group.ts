import { type Fields, objectOf, type Values } from '../../../form/field.ts';

/** The tabs of the workbench, as the address names them. */
export const TABS = [
  ['prompt', 'Prompt'],
  ['voice', 'Voice'],
  ['actions', 'Actions'],
  ['steps', 'Steps'],
  ['knowledge', 'Knowledge'],
  ['behaviour', 'Call behaviour'],
  ['analysis', 'Analysis'],
  ['tests', 'Tests'],
  ['interruptions', 'Interruptions'],
  ['versions', 'Versions'],
] as const;

export type Tab = (typeof TABS)[number][0];

/** Fields that stand together on a tab. */
export interface Group {
  /** @default none: the fields stand first, without a heading */
  readonly title?: string;
  /** What is folded into it, in one line; a group without it is open. */
  readonly folded?: string;
  /** The fields by the names that lead to them, such as `prompt.content`. */
  readonly fields: Fields;
}

/** The value to which the names lead. */
export function valueAt(values: Values, [name = '', ...rest]: readonly string[]): unknown {
  const value = values[name];
  return rest.length === 0 ? value : valueAt(objectOf(value), rest);
}

/** The values with another one where the names lead. */
export function withValueAt(values: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  return { ...values, [name]: rest.length === 0 ? value : withValueAt(objectOf(values[name]), rest, value) };
}

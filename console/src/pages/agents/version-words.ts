import type { Schema } from '../../api/client.ts';
import { type Fields, type FormField, kindOf, objectOf } from '../../form/field.ts';
import { labelOf } from '../../format/label.ts';
import { count } from '../../format/numbers.ts';
import { type Difference, linesInWords } from './differences.ts';
import { GROUPS } from './settings/settings.ts';

const FIELDS: Fields = Object.assign({}, ...GROUPS.map(({ fields }) => fields));

/** What the path of a difference leads to: fields of the form, and names that the form does not have. */
function stepsTo(path: string, actions: ReadonlyMap<string, string> = new Map()) {
  const found = Object.keys(FIELDS)
    .filter((name) => path === name || path.startsWith(`${name}.`))
    .sort((one, other) => other.length - one.length)[0];
  const names = path
    .slice((found ?? '').length)
    .split('.')
    .filter(Boolean);
  let field = FIELDS[found ?? ''];
  const labels = field ? [field.label] : [];
  for (const name of names) {
    field = field?.fields?.[name] ?? (Number.isNaN(Number(name)) ? undefined : field);
    labels.push(actions.get(name) ?? (field && labels.at(-1) !== field.label ? field.label : labelOf(name)));
  }
  return { field, labels };
}

/** What differs, in the form's words. `actions`: the names of actions by their ids. */
export const nameOfDifference = (path: string, actions?: ReadonlyMap<string, string>): string =>
  stepsTo(path, actions).labels.join(' › ');

/** The names of a version's actions by their ids. */
export const actionNames = (...contents: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    contents
      .flatMap((content) => objectOf(content).actions)
      .map(objectOf)
      .map(({ id, config, type }) => [String(id), String(objectOf(config).name ?? labelOf(String(type)))]),
  );

/** Differences that a line names, and characters of a value that it shows. */
const MOST_NAMED = 2;
const MOST_CHARACTERS = 40;

/** Differences in one line: `Stop speaking when the contact speaks: for clear words → at the first sound`. */
export function changesInLine(
  differences: readonly Difference[],
  actions: ReadonlyMap<string, string>,
): string {
  const groups = Map.groupBy(differences, ({ path }) =>
    stepsTo(path, actions).labels.slice(0, 2).join(' › '),
  );
  const lines = [...groups].map(([name, [first, ...others]]) => {
    if (!first || others.length > 0) return name;
    const values = valuesInWords(first);
    return [name, values ? values.join(' → ') : linesInWords(first)].filter(Boolean).join(': ');
  });
  const more = lines.length - MOST_NAMED;
  return [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(' · ');
}

/** Both values of a difference as the form has them; undefined if one of them is long. */
export function valuesInWords({ path, before, after }: Difference): readonly [string, string] | undefined {
  const { field } = stepsTo(path);
  const values = [valueInWords(field, before), valueInWords(field, after)] as const;
  return values.every((text) => text.length <= MOST_CHARACTERS && !/[{\n]/.test(text)) ? values : undefined;
}

function valueInWords(field: FormField | undefined, text: string): string {
  if (text === '' && field?.default === undefined) return field?.empty ?? 'none';
  const value = text === '' ? String(field?.default) : text;
  if (field?.kind === 'boolean') return value === 'true' ? 'on' : 'off';
  if (!field || kindOf(field) !== 'number') return field?.options?.[value] ?? value;
  return [count(Number(value) / (field.scale ?? 1), 2), field.unit].filter(Boolean).join(' ');
}

type Listed = Pick<Schema<'ListedVersion'>, 'version' | 'published_weight'>;

/** The version that most calls get. */
export const liveOf = (all: readonly Listed[]): number | undefined =>
  all.toSorted((one, other) => (other.published_weight ?? 0) - (one.published_weight ?? 0))[0]?.version;

/** The share of calls that a version gets, of 0 to 1. */
export function shareOf(all: readonly Listed[], version: number): number {
  const sum = all.reduce((weights, { published_weight: weight }) => weights + (weight ?? 0), 0);
  return (all.find((one) => one.version === version)?.published_weight ?? 0) / Math.max(sum, 1);
}

/** Other versions of a split, so that it has four. */
const MOST_OTHERS = 3;

/** What to publish so that a version gets so many per cent of calls: the others share the rest as they do now. */
export function splitWith(all: readonly Listed[], version: number, percent: number) {
  const others = all
    .filter((one) => one.version !== version && (one.published_weight ?? 0) > 0)
    .sort((one, other) => (other.published_weight ?? 0) - (one.published_weight ?? 0))
    .slice(0, MOST_OTHERS);
  const sum = others.reduce((weights, { published_weight: weight }) => weights + (weight ?? 0), 0);
  if (percent >= 100 || sum === 0) return version;
  return [
    { version, weight: percent * 10 },
    ...others.map(({ version: other, published_weight: weight }) => ({
      version: other,
      weight: Math.max(1, Math.round(((100 - percent) * 10 * (weight ?? 0)) / sum)),
    })),
  ];
}

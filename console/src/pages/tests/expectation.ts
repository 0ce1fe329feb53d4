/** An expectation as its user wrote it: one key, its kind, and what is expected. */
export type Expectation = Readonly<Record<string, unknown>>;

/** The kinds of expectation, by what they say on a chip and in a failure. */
const KINDS = {
  says: ['must say', 'the agent to say'],
  never_says: ['must not say', 'the agent not to say'],
  tool: ['must call', 'a call of'],
  not_tool: ['must not call', 'no call of'],
  within_ms: ['answers within (ms)', 'an answer within (ms)'],
  step: ['step', 'the step'],
  value: ['value', 'the value'],
  never_visits: ['never visits', 'no visit of the step'],
  tool_before: ['order of calls', 'the order of calls'],
  after_failure: ['after a failed call', 'after a failed call'],
  judge: ['judge', 'that'],
  outcome: ['outcome', 'the outcome'],
  extract: ['extract', 'the values'],
  invariants: ['invariants', 'the invariants'],
} as const satisfies Readonly<Record<string, readonly [chip: string, failure: string]>>;

type Kind = keyof typeof KINDS;

const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

/** What can be added to a turn, and what only the end of a conversation shows. */
export const OF_TURN: readonly Kind[] = [
  'says',
  'never_says',
  'tool',
  'not_tool',
  'step',
  'value',
  'within_ms',
];
export const AT_END: readonly Kind[] = [...OF_TURN, 'judge', 'outcome', 'extract'];

/** The kind of an expectation. */
export const kindOf = (expectation: Expectation): string => Object.keys(expectation)[0] ?? '';

/** What a chip of this kind begins with. */
export const chipOf = (kind: string): string => (isKind(kind) ? KINDS[kind][0] : kind);

/** Fields as `order_number = 4711, day = "Monday"`. */
const fieldsText = (fields: object): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} = ${valueText(value)}`)
    .join(', ');

/** A text that reads back as itself stands without quotation marks. */
const valueText = (value: unknown): string =>
  typeof value === 'string' && readValue(value) === value && !value.includes(',')
    ? value
    : (JSON.stringify(value) ?? '');

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields that such a text names; undefined if it names none. */
function fieldsOf(text: string): Record<string, unknown> | undefined {
  const parts = text.split(/,\s*(?=[\w.-]+\s*=)/).map((part) => /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/s.exec(part));
  if (parts.some((part) => part === null)) return undefined;
  return Object.fromEntries(parts.map((part) => [part?.[1], readValue(part?.[2] ?? '')]));
}

/** What is expected, as a person writes it: `look_up_order(order_number = 4711)`, `/good (day|morning)/`. */
export function textOf(expectation: Expectation): string {
  const value = expectation[kindOf(expectation)];
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { matches, contains, name, args, criterion }: Expectation = { ...value };
  if (typeof matches === 'string') return `/${matches}/`;
  if (typeof contains === 'string') return contains;
  if (typeof criterion === 'string') return criterion;
  if (typeof name === 'string') return args ? `${name}(${fieldsText(Object(args))})` : name;
  return Array.isArray(value) ? JSON.stringify(value) : fieldsText(value);
}

/** The expectation of this kind that a text says. What a text has no words for stays as it was before. */
export function expectationOf(kind: string, text: string, before: unknown = undefined): Expectation {
  switch (kind) {
    case 'within_ms':
      return { within_ms: Number(text) || text };
    case 'says':
    case 'never_says': {
      const [, pattern] = /^\/(.*)\/$/s.exec(text) ?? [];
      return { [kind]: pattern === undefined ? text : { matches: pattern } };
    }
    case 'tool': {
      const [, name = '', args] = /^\s*([^(\s]+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
      return { tool: args === undefined ? text : { name, args: fieldsOf(args) ?? {} } };
    }
    case 'judge':
      return { judge: { ...Object(before), criterion: text } };
    case 'not_tool':
    case 'step':
    case 'never_visits':
      return { [kind]: text };
    default:
      return { [kind]: fieldsOf(text) ?? readValue(text) };
  }
}

/** What a mocked service answers, as a person writes it: fields by line, or any JSON. */
export function answerText(value: unknown): string {
  const isFlat = (one: object) => Object.values(one).every((field) => typeof field !== 'object');
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isFlat(value))
    return Object.entries(value)
      .map(([name, field]) => `${name} = ${valueText(field)}`)
      .join('\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : valueText(value);
}

/** The answer that such a text says. */
export function answerOf(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.length > 0 && lines.every((line) => /^\s*[\w.-]+\s*=/.test(line));
  return fields ? Object.assign({}, ...lines.map((line) => fieldsOf(line))) : readValue(text);
}

/** A failure in a sentence: `expected the agent to say “moon”. It said “Good morning.”` */
export function failureText(
  { expects, reason }: { readonly expects: string; readonly reason: string },
  said = '',
) {
  const [, kind = '', what = ''] = /^(\w+) (.*)$/s.exec(expects) ?? [];
  if (!isKind(kind)) return `${expects}: ${reason}`;
  const isWords = kind === 'says' || kind === 'never_says';
  const expected = `expected ${KINDS[kind][1]} ${isWords ? `“${what}”` : what}`;
  return `${expected}. ${isWords && said !== '' ? `It said “${said.trim()}”` : reason}`;
}

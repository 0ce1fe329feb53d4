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
  outcome: ['outcome', 'the call to be'],
  extract: ['extract', 'the values'],
  invariants: ['invariants', 'the invariants'],
} as const satisfies Readonly<Record<string, readonly [chip: string, failure: string]>>;

type Kind = keyof typeof KINDS;

const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

/** What can be added to every turn, to one of them, and what only the end of a conversation shows. */
export const OF_EVERY_TURN: readonly Kind[] = [
  'says',
  'never_says',
  'tool',
  'not_tool',
  'step',
  'value',
  'within_ms',
];
export const OF_TURN: readonly Kind[] = [...OF_EVERY_TURN, 'judge'];
export const AT_END: readonly Kind[] = [...OF_TURN, 'outcome', 'extract'];

/** The objects of a list that a test may have. */
export const itemsOf = (value: unknown): readonly Expectation[] => (Array.isArray(value) ? value : []);

/** The kind of an expectation. */
export const kindOf = (expectation: Expectation): string => Object.keys(expectation)[0] ?? '';

/** What a chip of this kind begins with. */
export const chipOf = (kind: string): string => (isKind(kind) ? KINDS[kind][0] : kind);

/** Fields as `order_number = 4711, day = "Monday"`. */
const fieldsText = (fields: object, between = ', '): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} = ${valueText(value)}`)
    .join(between);

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

/** What a mocked service answers, as a person writes it: fields by line, any JSON, or how it fails. */
export function answerText({ returns: value, error }: Expectation): string {
  if (error !== undefined) return error === 'timeout' ? 'never answers' : `fails with ${error}`;
  const isFlat = (one: object) => Object.values(one).every((field) => typeof field !== 'object');
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isFlat(value))
    return fieldsText(value, '\n');
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : valueText(value);
}

/** The answer that such a text says. */
export function answerOf(text: string): Expectation {
  const [, status] = /^\s*(?:fails with (\d{3})|never answers)\s*$/.exec(text) ?? ['', ''];
  if (status !== '') return { error: status === undefined ? 'timeout' : Number(status) };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const fields = lines.length > 0 && lines.every((line) => /^\s*[\w.-]+\s*=/.test(line));
  return { returns: fields ? Object.assign({}, ...lines.map((line) => fieldsOf(line))) : readValue(text) };
}

/** What the contact does in a turn, as a person writes it: words, `(press 1#)`, `(after 3 words) Wait.` */
export function turnText({
  contact = '',
  keys,
  silence,
  hangs_up,
  interrupts_after_words: words,
}: Expectation): string {
  if (keys !== undefined) return `(press ${keys})`;
  if (silence !== undefined) return `(silent ${silence})`;
  if (hangs_up) return '(hangs up)';
  return `${words === undefined ? '' : `(after ${words} words) `}${contact}`;
}

/** The fields that such a text says. */
const ACTS = ['contact', 'keys', 'silence', 'hangs_up', 'interrupts_after_words'];

/** The turn that such a text says. What a text has no words for stays as it was before. */
export function turnOf(text: string, before: Expectation): Expectation {
  const others = Object.fromEntries(Object.entries(before).filter(([name]) => !ACTS.includes(name)));
  const [, keys, silence] = /^\((?:press ([0-9*#\s]+)|silent (\S+))\)$/.exec(text) ?? [];
  if (keys !== undefined) return { ...others, keys: keys.replaceAll(/\s/g, '') };
  if (silence !== undefined) return { ...others, silence };
  if (text === '(hangs up)') return { ...others, hangs_up: true };
  const [, after, contact = text] = /^\(after (\d+) words\) (.*)$/.exec(text) ?? [];
  return { ...others, contact, ...(after !== undefined && { interrupts_after_words: Number(after) }) };
}

/** Any JSON value in words, to be read only: `status = shipped, days = (mon, tue)`. */
export function valueInWords(value: unknown, isInner = false): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const name = (key: string) => (Array.isArray(value) ? '' : `${key} = `);
  const text = Object.entries(value)
    .map(([key, one]) => name(key) + valueInWords(one, true))
    .join(', ');
  return isInner ? `(${text})` : text;
}

/** How a conversation ended: `ended by nobody, not transferred`. */
const outcomeInWords = (outcome: object): string =>
  Object.entries(outcome)
    .map(([name, value]) =>
      typeof value === 'boolean' ? `${value ? '' : 'not '}${name}` : `${name.replaceAll('_', ' ')} ${value}`,
    )
    .join(', ');

/** A text of a run without JSON: `book {"day":"tue"}` as `book(day = tue)`. JSON that was cut stays as it is. */
export function withoutJson(text: string): string {
  const at = text.indexOf('{');
  for (let end = text.lastIndexOf('}'); at >= 0 && end > at; end = text.lastIndexOf('}', end - 1)) {
    const value = readValue(text.slice(at, end + 1));
    if (typeof value !== 'object' || value === null) continue;
    const words = 'ended_by' in value ? outcomeInWords(value) : valueInWords(value);
    const before = text.slice(0, at);
    const isCall = /\w $/.test(before) && !/\b(are|to|was|with) $/.test(before);
    const shown = isCall ? `${before.trimEnd()}(${words})` : before + (words || 'nothing');
    return shown + withoutJson(text.slice(end + 1));
  }
  return text;
}

/** What a verdict of the API is about: its kind, and what is expected in the words of a chip. */
function expectedIn(expects: string): { readonly kind?: Kind; readonly what: string } {
  const [, kind = '', written = ''] = /^(\w+) (.*)$/s.exec(expects) ?? [];
  if (!isKind(kind)) return { what: withoutJson(expects) };
  const value = written === 'true' ? '' : /^[{[]/.test(written) ? readValue(written) : written;
  const isWords = kind === 'says' || kind === 'never_says';
  const text = kind === 'outcome' ? outcomeInWords(Object(value)) : textOf({ [kind]: value });
  return { kind, what: isWords && !text.startsWith('/') ? `“${text}”` : text };
}

/** What is expected, as a chip says it: `must say “moon”`. */
export function expectsText(expects: string): string {
  const { kind, what } = expectedIn(expects);
  return kind ? `${KINDS[kind][0]} ${what}`.trim() : what;
}

/** Why a verdict is what it is: `It said “Good morning.”` */
export const reasonText = (reason: string): string =>
  withoutJson(reason.replace(/^The agent said "(.*)"$/s, 'It said “$1”'));

/** Where an expectation of a failure ends, and its reason begins: after its JSON or its words, or at the first colon. */
const ENDS = [/^(\w+ \{.*?[}…]): (.*)$/s, /^((?:never_)?says .*?): (The .*)$/s, /^(.*?): (.*)$/s];

/**
 * A failure of a run, `turn 0: says moon: The agent said "…"`, in a sentence, `expected the agent to say “moon”. It said
 * “…”`, and where it is: its turn, if it is not of the end, and that in words.
 */
export function failureOf(failure: string) {
  const [, number, rest = failure] = /^(?:turn (\d+)|at the end): (.*)$/s.exec(failure) ?? [];
  const [, expects = rest, reason = ''] = ENDS.map((end) => end.exec(rest)).find(Boolean) ?? [];
  const { kind, what } = expectedIn(expects);
  return {
    turn: number === undefined ? undefined : Number(number),
    place: number === undefined ? 'At the end' : number === '0' ? 'Greeting' : `Turn ${number}`,
    text: `${kind ? `expected ${KINDS[kind][1]} ${what}.` : `${what}:`} ${reasonText(reason)}`,
  };
}

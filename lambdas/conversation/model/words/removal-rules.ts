import type { Language } from '../../../vendors/model/languages.ts';
import phrases from './words.json' with { type: 'json' };

/** What is removed from a model's answer before it is spoken. `markup` is Markdown, HTML or SSML; addresses are read aloud. */
export const REMOVED_KINDS = ['markup', 'emoji', 'address', 'reasoning', 'tool_call'] as const;
export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** What a rule makes of the first characters of a text. */
export interface Piece {
  readonly length: number;
  /** @default nothing */
  readonly spoken?: string;
  readonly removes?: RemovedKind;
  /** Text in their place that rules apply to. */
  readonly again?: string;
  /** The end of a part that is not spoken. */
  readonly until?: RegExp;
}

/** What rules see: the next characters, and whether the model may add to them. */
export interface View {
  readonly seen: string;
  readonly isOpen: boolean;
  /** The character before them; empty at the beginning. */
  before: string;
  isLineStart: boolean;
  readonly language: Language;
}

/** The pattern also matches each prefix of its matches: a match to the end of what is seen waits for more. */
export type Rule = readonly [RegExp, (match: string, view: View) => Piece | 'wait' | undefined];

const EMOJI =
  '(?![©®™‼⁉〰㊗㊙])\\p{Extended_Pictographic}|[\\u{1F1E6}-\\u{1F1FF}\\u{1F3FB}-\\u{1F3FF}\\u{E0020}-\\u{E007F}\\uFE0E\\uFE0F\\u20E3]';

/** A space, or text to which no rule applies. */
export const PLAIN = new RegExp(
  `^(?:\\s|(?:(?!${EMOJI})[^\\s\\p{Script=Latin}\\p{N}\\p{Cs}<[!{*_~\`&|•\\\\])+)`,
  'u',
);

const LATIN = '\\p{Script=Latin}\\p{N}\\u0300-\\u036F';
const PATH = `[${LATIN}._~:/?#@!$&+,;=%-]{0,400}`;
/** Characters that have a name in HTML. */
const ENTITIES = ['&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#39;', '&nbsp;'];

/** A word, or what may be an address. */
const WORD = new RegExp(
  `^(?:https?:${PATH}|[\\p{Script=Latin}\\p{N}](?:[${LATIN}._%+@'’-]|(?!${ENTITIES.join('|')})&){0,400}(?:/${PATH})?)`,
  'iu',
);

/** Parts that are not spoken, by the names of their tags. */
const HIDDEN = [
  hidden('reasoning', 'think(?:ing)?|reason(?:ing)?|thoughts?|monologue|reflection|scratchpad|analysis'),
  hidden('tool_call', 'tool|function|(?:tool|function)[_▁]?(?:calls?|use|code|results?|responses?)|invoke'),
  // What precedes the words in OpenAI's format Harmony: other channels, and the names of roles.
  {
    removes: 'reasoning',
    opening: /^<\|(?:start|channel)\|>/,
    until: /(?:final|assistant)<\|message\|>/,
  } as const,
];

function hidden(removes: RemovedKind, names: string) {
  const name = `[\\w:]{0,20}(?:${names})`;
  return {
    removes,
    opening: new RegExp(`^<[|｜]?${name}(?:[_▁]\\w*begin)?[\\s=>|｜]`, 'i'),
    until: new RegExp(`<(?:/|[|｜]/?)${name}(?:[_▁]\\w*end)?\\s*[|｜]?>|\\[/THINK\\]`, 'i'),
  };
}

const remove = (match: string, removes: RemovedKind = 'markup') => ({ length: match.length, removes });

export const LINE_RULES: readonly Rule[] = [
  // Horizontal rules, and lines below headings and in tables.
  [
    /^[|:*_=-][ \t|:*_=-]{0,400}/,
    (match, { seen }) =>
      match.trimEnd().length > 2 && /^\n?$/.test(seen.charAt(match.length)) ? remove(match) : undefined,
  ],
  // Headings, lists and block quotes.
  [/^(?:#{1,6}|[-+*]|>+)[ \t]*/, (match) => (/^>|\s$/.test(match) ? remove(match) : undefined)],
];

export const RULES: readonly Rule[] = [
  [new RegExp(`^(?:(?:${EMOJI})\\u200D?)+`, 'u'), (match) => remove(match, 'emoji')],
  [/^<(?:!-{0,2}|[/!?|｜]{0,2}(?:[A-Za-z][^<>]{0,400}>?)?)/, readTag],
  [/^(?:!?\[[^[\]\n]{0,400}(?:\](?:\([^()\n]{0,400}\)?)?)?|!)/, readBrackets],
  [
    /^\{\s*(?:["']\w*(?:["']\s*:?)?)?/,
    (match, view) =>
      /["'](?:name|type|tool\w*|function|action|recipient_name)["']\s*:$/.test(match)
        ? readCall(view, 0)
        : undefined,
  ],
  [WORD, readWord],
  [/^(?:\*+|_+|~+|`+[\w+-]*)/, readMarks],
  [
    /^&(?:#?\w{0,6};?)?/,
    (match) => {
      const index = ENTITIES.indexOf(match);
      return index < 0 ? undefined : { ...remove(match), again: `&<>"'' `.charAt(index) };
    },
  ],
  [
    /^\\[!-/:-@[-`{-~]?/,
    (match) => (match === '\\' ? undefined : { ...remove(match), spoken: match.slice(1) }),
  ],
  // Cells of tables, and bullets.
  [/^[|•]/, (match) => ({ ...remove(match), spoken: ' ' })],
];

const BREAK = /^<\/?(?:think|br|break|p|li|div|tr|td|th|h\d|[uo]l)\b/i;

function readTag(match: string): Piece | undefined {
  if (match === '<!--') return { ...remove(match), until: /-->/ };
  if (!match.endsWith('>')) return undefined;
  const part = match.endsWith('/>') ? undefined : HIDDEN.find(({ opening }) => opening.test(match));
  if (part) return { ...remove(match, part.removes), until: part.until };
  if (/^<[/!?|｜]{0,2}[A-Za-z][\w:.|｜▁-]*(?:\s*\/?>$|.*=)/s.test(match))
    return { ...remove(match), ...(BREAK.test(match) && { spoken: ' ' }) };
  // An address between angle brackets.
  return /^<\S+[@:.]\S+>$/.test(match) ? { ...remove(match), again: match.slice(1, -1) } : undefined;
}

function readBrackets(match: string, { isLineStart }: View): Piece | undefined {
  if (isLineStart && /^\[[ xX]\]/.test(match)) return remove('[ ]');
  const link = /^!?\[([^\]]*)\]\([^)]*\)$/.exec(match);
  if (link) return { ...remove(match), again: link[1] ?? '' };
  const tag = /^\[(THINK|TOOL_CALLS)\]/.exec(match);
  if (tag) return { ...readTag(`<${tag[1]}>`), length: tag[0].length };
  const call =
    /^\[(?:[a-z]+ ){0,2}(?:(?:tool|function|action)[ _-]?(?:calls?|use)?\s*:|[a-z]{2,}_[a-z]{2})[^\]]*\]/i.exec(
      match,
    );
  return call ? remove(call[0], 'tool_call') : undefined;
}

/** A call that is written down, to the end of its brackets. One that does not end is not spoken either. */
function readCall({ seen, isOpen }: View, start: number): Piece | 'wait' {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < seen.length; at++) {
    const character = seen.charAt(at);
    if (character === '"' && seen.charAt(at - 1) !== '\\') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) return { length: at + 1, removes: 'tool_call' };
  }
  return isOpen ? 'wait' : { length: seen.length, removes: 'tool_call' };
}

/** What precedes the arguments of a call that is written down. */
const FUNCTION = /^[\w.]+(?::\d*)?\s*[({]?/;
const TOOL = /^[\w.]+(?:\(|:?\s*\{?)/;

function readWord(match: string, view: View): Piece | 'wait' {
  const { seen, isOpen, language } = view;
  const name = /^[\w.]+/.exec(match)?.[0] ?? '';
  const isFunction = name.startsWith('functions.');
  if (isFunction || /[A-Za-z\d]_[A-Za-z\d]/.test(name)) {
    const narrated = (isFunction ? FUNCTION : TOOL).exec(seen)?.[0] ?? '';
    if (/[({]$/.test(narrated)) return readCall(view, narrated.length - 1);
    if (isOpen && narrated.length === seen.length) return 'wait';
    if (isFunction) return remove(name, 'tool_call');
  }
  const called = /^[\w.]+\((?:\w+=?|.)?/s.exec(seen)?.[0];
  if (called && isOpen && called.length === seen.length) return 'wait';
  if (called && /\((?:[){"]|\w+=)$/.test(called)) return readCall(view, name.length);
  const word = match.replace(/[.,:;!?'’&%+@=_~-]+$/, '');
  const spoken = spokenAddress(word, language);
  if (spoken !== undefined) return { ...remove(word, 'address'), spoken };
  const plain = word.replace(/\/.*/s, '');
  return { length: plain.length, spoken: plain };
}

function readMarks(match: string, { seen, before }: View): Piece {
  if (match.startsWith('```')) return remove(match);
  const marks = /^(.)\1*/.exec(match)?.[0] ?? match;
  return isMark(marks, before, seen.charAt(marks.length))
    ? remove(marks)
    : { length: marks.length, spoken: marks };
}

/** Whether these characters emphasize the words around them. A star may also be a key, a factor or a part of a code. */
function isMark(marks: string, before: string, after: string): boolean {
  if (marks.startsWith('`')) return true;
  if (marks.startsWith('~')) return marks.length > 1;
  if (before.trim() === '' && after.trim() === '') return false;
  if (marks.startsWith('**')) return !/^\d\d$/.test(before + after);
  if (/^[\p{Script=Latin}\p{N}\p{Mn}]{2}$/u.test(before + after)) return false;
  return marks.startsWith('_') || !/[\d#]|^\s?[.,;:!?)]$|^(["'])\1$|^[“‘«„][”’»“]$/.test(before + after);
}

const SIGNS = ['@', '.', '/', '-', '_', '+', ':'];

/** How people read the signs of an address, in the order of SIGNS. */
const NAMES: Readonly<Record<Language, readonly string[]>> = phrases.names_of_signs;

const HOST = '(?:[\\p{Script=Latin}\\p{N}\\u0300-\\u036F-]+\\.)+';

/** Ends of names of hosts. Other words around a full stop may be sentences, abbreviations or files. */
const DOMAINS = 'com|org|net|edu|gov|info|biz|app|dev|io|ai|eu|uk|ca|au|de|ch|fr|es|mx|pt|br|nl|id|it|jp|kr';

const EMAIL = new RegExp(`^[^@\\s]+@${HOST}[\\p{Script=Latin}\\u0300-\\u036F]{2,}$`, 'u');
const URL_WITHOUT_SCHEME = new RegExp(`^(?:www\\..+|${HOST}(?:${DOMAINS}))(?:[/?#].*)?$`, 'u');

/** An e-mail or web address as people read it: without its scheme, “www” and query. Undefined if it is none. */
function spokenAddress(text: string, language: Language): string | undefined {
  if (EMAIL.test(text)) return readAddress(text, language);
  const address = text.replace(/^https?:\/\//i, '');
  if (address === text && !URL_WITHOUT_SCHEME.test(address)) return undefined;
  return readAddress(address.replace(/^www\./i, '').replace(/\/*(?:[?#].*)?$/, ''), language);
}

/** An address with the names of its signs. */
export function readAddress(address: string, language: Language): string {
  const words = address.replace(/[@./_+:-]/g, (sign) => ` ${NAMES[language][SIGNS.indexOf(sign)]} `);
  return words.replace(/\s+/g, ' ').trim();
}

import type { Language } from '../../../vendors/model/languages.ts';
import { EMAIL } from '../collected-fields.ts';
import { foldedWords, literally, marked, meaningOf, phrasesOf } from './language-words.ts';
import { itemsOf } from './number-words.ts';
import { spelledLetters } from './spelled-letters.ts';
import type { Normalized, ValueContext } from './value.ts';

/** Parts of addresses that Hindi, Japanese and Korean callers say as words of their languages. */
const HOSTS: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  de: { 't online': 't-online' },
  hi: { जीमेल: 'gmail', याहू: 'yahoo', हॉटमेल: 'hotmail', आउटलुक: 'outlook', कॉम: 'com', इन: 'in' },
  ja: {
    ジーメール: 'gmail',
    ヤフー: 'yahoo',
    ドコモ: 'docomo',
    アウトルック: 'outlook',
    コム: 'com',
    ジェーピー: 'jp',
  },
  ko: { 지메일: 'gmail', 네이버: 'naver', 다음: 'daum', 한메일: 'hanmail', 컴: 'com', 넷: 'net' },
};

const SIGNS = { at: '@', dot: '.', dash: '-', underscore: '_', plus: '+' } as const;
const MEANINGS = ['at', 'dot', 'dash', 'underscore', 'plus'] as const;

const WRITTEN = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u;

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** An e-mail address, written or dictated: “anna dot berger at example dot com”. */
export function normalizeEmail(words: string, { language }: ValueContext): Normalized<string> {
  const written = WRITTEN.exec(words.normalize('NFKC'))?.[0];
  if (written) return checked(written.toLowerCase());
  const text = withSigns(words, language);
  const at = text.lastIndexOf('@');
  if (at < 0) return { issue: text.includes('.') && /\.\s*\p{L}/u.test(text) ? 'incomplete' : 'missing' };
  const domain = domainOf(text.slice(at + 1), language);
  const before = (text.slice(0, at).split(':').at(-1) ?? '').replace(phrasesOf(language, 'trail'), ' ');
  const local = joinedParts(withoutLead(before, language), language);
  if (local === '' || !domain.includes('.')) return { issue: 'incomplete' };
  return checked(`${local}@${domain}`);
}

const checked = (address: string): Normalized<string> =>
  EMAIL.test(address) && /^[\x21-\x7e]{3,254}$/.test(address) ? { value: address } : { issue: 'invalid' };

function withSigns(words: string, language: Language): string {
  const german = (word: string) =>
    itemsOf(word, 'de', 'digits')[0]?.digits === undefined &&
    meaningOf(foldedWords(word), 'de', 'at') === undefined
      ? word.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter)
      : word;
  // Alone, “è” is a verb, and no letter of an address.
  const plain = words
    .toLowerCase()
    .replaceAll(/(?<!\p{L})e-mail/gu, 'email')
    .replaceAll(language === 'it' || language === 'pt' ? /(?<!\p{L})[èé](?!\p{L})/gu : /(?!)/g, ':');
  const spoken = language === 'de' ? plain.replaceAll(/\p{L}+/gu, german) : plain;
  const marks = [language, 'en' as const].reduce(
    (text, each) => marked(text, each, ...MEANINGS),
    foldedWords(spoken),
  );
  const signs = marks.replaceAll(/\p{Co}/gu, (mark) => signOf(mark, language));
  return Object.entries(HOSTS[language] ?? {})
    .reduce(
      (text, [word, host]) => text.replace(literally(language, [foldedWords(word)]), ` ${host} `),
      signs,
    )
    .replaceAll(/[ ,]*([@._+-])[ ,]*/g, '$1')
    .replaceAll(/\.(?= |$)/g, '');
}

function signOf(mark: string, language: Language): string {
  const meaning = MEANINGS.find((each) => meaningOf(mark, language, each));
  return meaning ? SIGNS[meaning] : mark;
}

/** What follows the last words that introduce an address. */
function withoutLead(text: string, language: Language): string {
  const leads = [...text.matchAll(phrasesOf(language, 'lead'))];
  const atStart = leads.reduce(
    (end, { index, 0: lead }) => (text.slice(end, index).trim() === '' ? index + lead.length : end),
    0,
  );
  const last = leads.findLast(({ 0: lead }) => lead.length > 1);
  const rest = text.slice(Math.max(atStart, last ? last.index + last[0].length : 0)).trim();
  // Whole words before parts that are joined by signs: “you can use mike.brien”.
  const [, words = '', joined] = /^((?:\p{L}{2,} ){2,})(\p{L}+[._+-]\S*)$/u.exec(rest) ?? [];
  const isPlain = itemsOf(words, language, 'digits').every(({ digits }) => digits === undefined);
  return joined && isPlain && spelledLetters(words, language).rows.length === 0 ? joined : rest;
}

/** The parts of an address put together: words, spelled letters and digits. */
function joinedParts(text: string, language: Language): string {
  const { words } = spelledLetters(text, language);
  return itemsOf(words.join(' '), language, 'digits')
    .map(
      ({ word, digits }) => (word === 'o' ? word : digits) ?? (/^[\p{L}\p{M}._+-]+$/u.test(word) ? word : ''),
    )
    .join('')
    .replace(/^[._+-]+|[._+-]+$/g, '');
}

/** The labels of a domain; words that follow its last one do not belong to it. */
function domainOf(text: string, language: Language): string {
  const labels = (text.split(',')[0] ?? '').split('.');
  const last = labels.pop() ?? '';
  const { words, rows } = spelledLetters(last, language);
  const end =
    labels.length === 0
      ? joinedParts(last, language)
      : rows[0] === 0
        ? words[0]
        : (last.trim().split(' ')[0] ?? '');
  return [...labels.map((label) => joinedParts(label, language)), end].join('.');
}

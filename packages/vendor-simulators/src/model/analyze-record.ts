import { z } from 'zod';
import { parsed } from './judge-record.ts';

interface Request {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const part = z.array(z.looseObject({ sender: z.string(), text: z.string() }));

/** The schema of a field, as far as it decides how to look for its value. */
const fieldSchema = z.looseObject({
  type: z.unknown(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
});

const GLAD = /\b(thanks?|thank you|great|perfect|wonderful|yes)\b/i;
const SAD = /\b(angry|annoyed|terrible|complain\w*|broken|unacceptable)\b/i;

/** What a field is about, by words of its name and description, and what its value looks like. */
const LOOKS: readonly (readonly [about: RegExp, value: RegExp])[] = [
  [/mail/i, /[\w.+-]+@[\w-]+(\.[\w-]+)+/],
  [/\b(week)?day\b|date/i, /\b((mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)\b/i],
  [
    /time|hour/i,
    /\b(\d{1,2}([:.]\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon)\b/i,
  ],
  [/name/i, /(?<=\b(?:name is|this is|I am|I’m|I'm|reached) )\p{Lu}[\p{L}'-]+( \p{Lu}[\p{L}'-]+)*/u],
  [/number|count|amount/i, /\d+/],
];

/** The simulated analysis of a recorded talk: for each question an answer that the contact's words contain, and these words. */
export function analyzeRecord({ messages }: Request): string {
  const said = messages.flatMap(({ role, content }) => (role === 'user' ? contactsWords(content) : []));
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const questions = [...system.matchAll(/^- (summary|success|sentiment|field:.+?): (.+)$/gm)];
  const answers = questions.map(([, question = '', what = '']) => {
    const { value, text } = answerTo(question, what, said) ?? {};
    return {
      question,
      value: text === undefined ? null : JSON.stringify(value),
      quotations: text ? [text] : [],
    };
  });
  return JSON.stringify({ answers });
}

interface Found {
  readonly value: unknown;
  /** The message that proves it. */
  readonly text: string;
}

function answerTo(question: string, what: string, said: readonly string[]): Found | undefined {
  const longest = said.toSorted((one, other) => other.length - one.length)[0];
  const telling = said.findLast((text) => GLAD.test(text) || SAD.test(text)) ?? said.at(-1);
  if (telling === undefined || longest === undefined) return undefined;
  if (question === 'summary') return { value: longest, text: longest };
  if (question === 'success') return { value: GLAD.test(telling), text: telling };
  if (question === 'sentiment') {
    const mood = SAD.test(telling) ? 'negative' : GLAD.test(telling) ? 'positive' : 'neutral';
    return { value: mood, text: telling };
  }
  const json = what.slice(what.indexOf('{'));
  return fieldIn(question.slice('field:'.length), fieldSchema.parse(parsed(json) ?? {}), said);
}

function fieldIn(
  name: string,
  { type, description = '', enum: known = [] }: z.infer<typeof fieldSchema>,
  said: readonly string[],
): Found | undefined {
  for (const text of said) {
    const named = known.find((value) => text.toLowerCase().includes(String(value).toLowerCase()));
    if (named !== undefined) return { value: named, text };
    if (type === 'boolean' && /\b(yes|no)\b/i.test(text)) return { value: /\byes\b/i.test(text), text };
    if (known.length > 0 || type === 'boolean') continue;
    const isNumber = type === 'integer' || type === 'number';
    const looks = isNumber ? /\d+/ : LOOKS.find(([about]) => about.test(`${name} ${description}`))?.[1];
    const value = looks?.exec(text)?.[0];
    if (value !== undefined) return { value: isNumber ? Number(value) : value, text };
    const isAbout = description.match(/\p{L}{5,}/gu)?.some((word) => text.includes(word));
    if (!looks && isAbout) return { value: text, text };
  }
  return undefined;
}

function contactsWords(content: string): string[] {
  const { data = [] } = part.safeParse(parsed(content));
  return data.filter(({ sender, text }) => sender === 'human' && !/^\[/.test(text)).map(({ text }) => text);
}

import type { Schema } from '../../../api/client.ts';
import type { Sheet } from './read-csv.ts';

/** What a column gives: the number to call, or the value of a name; undefined if it is not used. */
export type Use = { readonly kind: 'number' } | { readonly kind: 'value'; readonly name: string } | undefined;

/** A row to call. */
export interface Recipient {
  readonly line: number;
  readonly to_number: string;
  readonly context: Readonly<Record<string, string>>;
}

/** A row that is not called, with the reason. */
export interface BadRow {
  readonly line: number;
  readonly text: string;
  readonly why: string;
}

/** Characters of a value, and values of a call, that the API takes (`StringMap`). */
const MOST_CHARACTERS = 2000;
const MOST_VALUES = 50;

/** The test of a telephone number, from the API's document. Without it, everything with seven digits is one. */
export function numberTest(pattern: string | undefined): (text: string) => boolean {
  const test = pattern === undefined ? /(?:\d\D*){7}/ : new RegExp(pattern);
  return (text) => text.length <= 64 && test.test(text);
}

/** Rows in which the column of numbers is looked for. */
const SAMPLE = 100;

/** A first guess: the column with the most numbers, and the first column that is named like each value. */
export function guessedUses(
  { columns, rows }: Sheet,
  names: readonly string[],
  isNumber: (text: string) => boolean,
): readonly Use[] {
  const numbersIn = (at: number) =>
    rows.slice(0, SAMPLE).filter(({ cells }) => isNumber(cells[at] ?? '')).length;
  const counts = columns.map((_, at) => numbersIn(at));
  const most = Math.max(...counts);
  const free = new Set(names);
  return columns.map((column, at): Use => {
    if (most > 0 && at === counts.indexOf(most)) return { kind: 'number' };
    const name = [...free].find((one) => plain(one) === plain(column));
    if (name === undefined) return undefined;
    free.delete(name);
    return { kind: 'value', name };
  });
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The rows to call, and the skipped ones: those that the API would refuse, or that repeat a number. */
export function recipientsOf(
  { rows }: Sheet,
  uses: readonly Use[],
  { isNumber, needed }: { readonly isNumber: (text: string) => boolean; readonly needed: readonly string[] },
): { readonly recipients: readonly Recipient[]; readonly bad: readonly BadRow[] } {
  const recipients: Recipient[] = [];
  const bad: BadRow[] = [];
  const lineOf = new Map<string, number>();
  const numberAt = uses.findIndex((use) => use?.kind === 'number');
  for (const { line, cells, isBroken } of rows) {
    const to_number = cells[numberAt] ?? '';
    const context = Object.fromEntries(
      uses.flatMap((use, at) => (use?.kind === 'value' && cells[at] ? [[use.name, cells[at]]] : [])),
    );
    // The API knows in which other ways a number may be written: see send-batch.ts.
    const digits = to_number.replaceAll(/\D/g, '');
    const why =
      (isBroken ? BROKEN : undefined) ??
      issueOf(to_number, isNumber) ??
      issueOfValues(context, needed) ??
      (lineOf.has(digits) ? `The same number is on line ${lineOf.get(digits)}.` : undefined);
    if (why === undefined) {
      lineOf.set(digits, line);
      recipients.push({ line, to_number, context });
    } else bad.push({ line, text: cells.join(', '), why });
  }
  return { recipients, bad };
}

const BROKEN = 'Unbalanced quotation marks: several values may have been read as one.';

function issueOf(number: string, isNumber: (text: string) => boolean): string | undefined {
  if (number === '') return 'No number';
  if (isNumber(number)) return undefined;
  if (/^\+?[\d.,]+e\+?\d+$/i.test(number))
    return 'A spreadsheet rounded the number. Save its column as text.';
  return 'Not a phone number with a country code';
}

function issueOfValues(
  context: Readonly<Record<string, string>>,
  needed: readonly string[],
): string | undefined {
  const missing = needed.find((name) => !context[name]);
  if (missing !== undefined) return `The value of ${missing} is missing.`;
  const long = Object.entries(context).find(([, value]) => value.length > MOST_CHARACTERS);
  if (long) return `The value of ${long[0]} has more than ${MOST_CHARACTERS} characters.`;
  return Object.keys(context).length > MOST_VALUES ? `More than ${MOST_VALUES} values` : undefined;
}

/** One request of a batch. Its key lets it be repeated: nobody is called twice. */
export interface BatchRequest {
  readonly key: string;
  readonly recipients: readonly Recipient[];
}

/** Recipients, and bytes of them, that one request may have: the API takes 1,000, and 300,000 bytes of a body. */
const MOST_RECIPIENTS = 1000;
const MOST_BODY_BYTES = 250_000;

/**
 * Splits the recipients into requests that the API takes. Rows that may have the same number go into one request, where
 * the API finds it: two ways of writing a number differ in separators and zeros only.
 */
export function requestsOf(recipients: readonly Recipient[], newKey: () => string): readonly BatchRequest[] {
  const alike = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const digits = recipient.to_number.replaceAll(/[^1-9]/g, '');
    const group = alike.get(digits);
    if (group) group.push(recipient);
    else alike.set(digits, [recipient]);
  }
  const parts: Recipient[][] = [];
  let bytes = 0;
  for (const group of alike.values()) {
    const own = new TextEncoder().encode(JSON.stringify(group.map(inputOf))).length;
    const part = parts.at(-1);
    bytes += own;
    if (!part || part.length + group.length > MOST_RECIPIENTS || bytes > MOST_BODY_BYTES) {
      parts.push(group);
      bytes = own;
    } else part.push(...group);
  }
  return parts.map((part) => ({ key: newKey(), recipients: part }));
}

/** A recipient as the API takes it. */
export const inputOf = ({ to_number, context }: Recipient): Schema<'CallRecipientInput'> => ({
  to_number,
  ...(Object.keys(context).length > 0 && { context: { ...context } }),
});

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { isObject } from '../platform/parse-json.ts';
import { foundByAuthorizer } from './authenticated-user.ts';

/** Our names of fields, each with that of the original interface. */
const KEYS = [
  ['llm_api_key', 'openai_api_key'],
  ['telephony_account_sid', 'twilio_account_sid'],
  ['telephony_auth_token', 'twilio_auth_token'],
  ['llm_model_name_override', 'openai_model_name_override'],
  ['llm_account_connection', 'openai_account_connection'],
  ['speech_keywords', 'deepgram_keywords'],
] as const;

/** Our values, each with that of the original interface. */
const VALUES = [
  ['voice_vendor_a', 'voice_azure'],
  ['voice_vendor_b', 'voice_rime'],
  ['voice_vendor_c', 'voice_eleven_labs'],
  ['voice_vendor_d', 'voice_play_ht'],
  ['voice_builtin', 'voice_vocode'],
  ['account_connection_llm', 'account_connection_openai'],
  ['account_connection_telephony', 'account_connection_twilio'],
  ['vector_database_vendor_a', 'vector_database_pinecone'],
  ['telephony_vendor_a', 'twilio'],
  ['llm_vendor_a', 'openai'],
  ['telephony_metadata_vendor_a', 'telephony_metadata_twilio'],
] as const;

const VALUED = new Set(['type', 'provider', 'telephony_provider']);

/** The fields whose objects contain such fields. Any other field may contain user text, which stays as it is. */
const HOLDERS = new Set([
  ...['agent', 'inbound_agent', 'draft', 'content', 'items'],
  ...['voice', 'vector_database', 'llm_account_connection', 'openai_account_connection'],
  ...['telephony_account_connection', 'credentials', 'llm_fallback', 'telephony_metadata'],
  // Fields with issues.
  ...['detail', 'warnings', 'results', 'error'],
]);

type Fields = Readonly<Record<string, unknown>>;
type Table = ReadonlyMap<string, string>;

interface Words {
  readonly keys: Table;
  readonly values: Table;
}

const VENDOR: Words = { keys: new Map<string, string>(KEYS), values: new Map<string, string>(VALUES) };

const swapped = (pairs: readonly (readonly [string, string])[]): Table =>
  new Map(pairs.map(([ours, theirs]) => [theirs, ours]));

const NEUTRAL: Words = { keys: swapped(KEYS), values: swapped(VALUES) };

const pinsVendorWords = (event: APIGatewayProxyEvent) => foundByAuthorizer(event, 'vendor_words') === 'true';

/** A request's body in our words; it may have those of the original interface if its token pins them. */
export const inNeutralWords = (json: Record<string, unknown>, event: APIGatewayProxyEvent) =>
  pinsVendorWords(event) ? fieldsIn(NEUTRAL, json) : json;

/** An answer in the original interface's words if the request's token pins them. */
export function inPinnedWords(
  answer: APIGatewayProxyResult,
  event: APIGatewayProxyEvent,
): APIGatewayProxyResult {
  if (!pinsVendorWords(event) || answer.body === '') return answer;
  return { ...answer, body: JSON.stringify(jsonIn(VENDOR, JSON.parse(answer.body))) };
}

function jsonIn(words: Words, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => jsonIn(words, item));
  if (!isObject(json)) return json;
  return isIssue(json) ? issueIn(words, json) : fieldsIn(words, json);
}

/** If the object already has the new name, both fields stay, and the request is refused for the unknown one. */
function fieldsIn(words: Words, fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields).map(([key, value]) => {
    const name = words.keys.get(key) ?? key;
    return [Object.hasOwn(fields, name) ? key : name, valueIn(words, key, value)];
  });
  return Object.fromEntries(entries);
}

function valueIn(words: Words, key: string, value: unknown): unknown {
  if (typeof value === 'string' && VALUED.has(key)) return words.values.get(value) ?? value;
  return HOLDERS.has(key) ? jsonIn(words, value) : value;
}

type Issue = Fields & { readonly loc: readonly unknown[]; readonly msg: string };

const isIssue = (json: Fields): json is Issue => Array.isArray(json.loc) && typeof json.msg === 'string';

/** Quoted text in a message comes from users. */
function issueIn({ keys, values }: Words, { loc, msg, ...issue }: Issue) {
  const translated = (word: string) => keys.get(word) ?? values.get(word) ?? word;
  return { loc: locIn(keys, loc), msg: msg.replaceAll(/"[^"]*"|\w+/g, translated), ...issue };
}

/** Keys within any other field come from users. */
function locIn(keys: Table, loc: readonly unknown[]): unknown[] {
  const isFree = (part: unknown) => !HOLDERS.has(String(part)) && !/^\d+$/.test(String(part));
  const end = loc.findIndex((part, index) => index > 0 && isFree(part));
  return loc.map((part, index) => (end >= 0 && index > end ? part : (keys.get(String(part)) ?? part)));
}

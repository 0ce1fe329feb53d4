import type { APIGatewayProxyEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalogue } from '../../lambdas/catalogue.ts';
import { answerOf } from '../../lambdas/http/api-version.ts';
import { inNeutralWords, inPinnedWords } from '../../lambdas/http/vendor-words.ts';
import { API_VERSIONS } from '../../lambdas/platform/api-versions.ts';
import { documentedSchema } from '../../lambdas/platform/schemas/when.ts';
import { resolved, type Schema } from '../support/openapi/document.ts';
import { FunctionApi } from '../support/service/function-api.ts';

const THEIRS = `voice_azure voice_rime voice_eleven_labs voice_play_ht voice_vocode account_connection_openai
  account_connection_twilio openai_api_key twilio_account_sid twilio_auth_token vector_database_pinecone
  openai_model_name_override openai_account_connection twilio openai telephony_metadata_twilio deepgram_keywords`;
const OURS = `voice_vendor_a voice_vendor_b voice_vendor_c voice_vendor_d voice_builtin account_connection_llm
  account_connection_telephony llm_api_key telephony_account_sid telephony_auth_token vector_database_vendor_a
  llm_model_name_override llm_account_connection telephony_vendor_a llm_vendor_a telephony_metadata_vendor_a speech_keywords`;

const [theirs, ours] = [THEIRS.split(/\s+/), OURS.split(/\s+/)];
const VENDOR_OF = new Map(ours.map((word, index) => [word, theirs[index] ?? '']));
const WORDS = [...theirs, ...ours];
/** What people may write: each word as a key, as a text, and where else one of ours may stand. */
const FREE = WORDS.flatMap((word) => [word, { [word]: word, type: word, voice: { provider: word } }]);

const marked = (word: unknown) => (VENDOR_OF.has(String(word)) ? `@${word}` : word);

/** Values that a schema allows: with every word, also where it is free, and with a mark at the words that it defines. */
function valuesOf(given: Schema, depth = 0): unknown[] {
  const schema = resolved(given);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((each) => valuesOf(each, depth));
  if (schema.enum ?? schema.const) return (schema.enum ?? [schema.const]).map(marked);
  if (schema.type === 'array') return valuesOf(schema.items ?? {}, depth + 1).map((item) => [item]);
  if (schema.type === 'object' && depth < 9) return shapesOf(schema, depth + 1);
  return schema.type === 'string' ? WORDS : schema.type === undefined ? FREE : [null];
}

/** Shapes that an earlier request or answer has, too: one value of them is enough. */
const SEEN = { input: new Set<string>(), output: new Set<string>() };
let seen = SEEN.input;

function shapesOf(schema: Schema, depth: number) {
  const isNew = seen.size < seen.add(JSON.stringify(schema)).size;
  return objectsOf(schema, depth).slice(0, isNew ? undefined : 1);
}

function objectsOf({ properties = {}, additionalProperties: others }: Schema, depth: number) {
  // Its texts are tested below.
  if (properties.loc && properties.msg) return [{}];
  const free = typeof others === 'object' ? WORDS.map((word) => [word, others] as const) : [];
  const fields = Object.entries(properties).map(([name, each]) => [String(marked(name)), each] as const);
  const values = [...free, ...fields].map(([name, each]) => [name, valuesOf(each, depth)] as const);
  const count = Math.max(1, ...values.map(([, { length }]) => length));
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(values.map(([name, each]) => [name, each[index % each.length]])),
  );
}

/** The schema as the document shows it. */
const jsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io,
    override({ zodSchema, jsonSchema: json }) {
      const shown = documentedSchema(zodSchema);
      if (shown) Object.assign(json, jsonSchema(shown, io));
    },
  });

/** The values of a schema as JSON, in our words and in the vendors'. */
function pairsOf(schema: z.ZodMiniType | undefined, io: 'input' | 'output') {
  seen = SEEN[io];
  const json = schema && jsonSchema(schema, io);
  const texts = json ? valuesOf(json as Schema).map((value) => JSON.stringify(value)) : [];
  const named = (text: string) => text.replaceAll(/@(\w+)/g, (_, word) => VENDOR_OF.get(word) ?? '');
  return texts.map((text) => ({ ours: text.replaceAll('@', ''), theirs: named(text) }));
}

const pinned = { requestContext: { authorizer: { vendor_words: 'true' } } } as never as APIGatewayProxyEvent;
const read = (body: string) => JSON.stringify(inNeutralWords(JSON.parse(body), pinned));
const answered = (body: string) => inPinnedWords({ statusCode: 200, body }, pinned).body;

it.each(
  Object.entries(catalogue),
)('the words of %s are swapped where the interface defines them, and nowhere else', (_, endpoint) => {
  const { body, query, response, redirectsTo } = endpoint;
  const answers = new Set(redirectsTo ? [] : API_VERSIONS.map((version) => answerOf(response, version)));
  const shown = [...answers].flatMap((answer) => pairsOf(answer, 'output'));

  expect(pairsOf(body, 'input').find(({ ours, theirs }) => read(theirs) !== ours)).toBeUndefined();
  expect(shown.find(({ ours, theirs }) => answered(ours) !== theirs)).toBeUndefined();
  // Queries are not swapped: they have no such word.
  expect(pairsOf(query, 'input').find(({ ours, theirs }) => theirs !== ours)).toBeUndefined();
});

it('messages have the vendors’ words, but for what they quote', () => {
  const refusal = (key: string) =>
    `{"detail":[{"loc":["body"],"msg":"The test \\"llm_api_key\\" needs ${key}.","type":"x"}]}`;

  expect(answered(refusal('llm_api_key'))).toBe(refusal('openai_api_key'));
});

const api = await FunctionApi.ofFile();
const token = { vendor_words: 'true' };

it('a repeat is answered in the words of its own token, which may send either', async () => {
  const sent = { body: { type: 'voice_builtin', voice_id: 'x' }, headers: { 'idempotency-key': 'one' } };
  const { body: voice } = await api.run('voices/create', sent);

  const repeat = await api.run('voices/create', { ...sent, token });

  expect(repeat.body).toEqual({ ...voice, type: 'voice_vocode' });
});

const ACCOUNT = { type: 'account_connection_openai', credentials: { openai_api_key: 'x', llm_api_key: 'x' } };
const AGENT = { prompt: 'x', voice: { type: 'voice_vocode', voice_id: 'x' } };
it.each([
  ['voices', { type: 'x' }, 'type', 'voice_azure, voice_rime'],
  ['account-connections', { ...ACCOUNT, credentials: {} }, 'credentials.openai_api_key', 'required'],
  ['account-connections', ACCOUNT, 'credentials.openai_api_key', 'Unknown key'],
  [
    'agents',
    { ...AGENT, deepgram_keywords: { llm_api_key: 'x' } },
    'deepgram_keywords.llm_api_key',
    'number',
  ],
  [
    'agents',
    { ...AGENT, openai_model_name_override: 'x' },
    'openai_model_name_override',
    'openai_account_connection',
  ],
])('a refusal has the words of the request: %s %#', async (group, body, place, words) => {
  const { body: refused } = await api.run(`${group}/create`, { token, body });

  expect(refused.detail).toHaveLength(1);
  expect(refused.detail[0].loc.join('.')).toBe(`body.${place}`);
  expect(refused.detail[0].msg).toContain(words);
});

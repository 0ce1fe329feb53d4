import { StartError } from 'cdk-local/start-error.ts';
import * as z from 'zod';
import { boundedFetch } from '../lambdas/platform/outbound/bounded-fetch.ts';
import { MODEL_VENDORS, type StartOptions } from './arguments.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The key and model of `--llm`; undefined keeps the defaults. */
export interface ModelChoice {
  readonly apiKey?: string;
  readonly model?: string;
}

/** Finds the key and model for a real language model. Rejects with a StartError without exactly one. */
export async function chooseModel(
  { llm: url, llmVendor: vendor, model }: Pick<StartOptions, 'llm' | 'llmVendor' | 'model'>,
  usual: string,
  variables: Variables = process.env,
): Promise<ModelChoice> {
  if (url === undefined) return {};
  const { key } = MODEL_VENDORS.get(vendor ?? '') ?? {};
  const apiKey = (key && variables[key]) || variables.LLM_API_KEY;
  if (key && !apiKey) throw new StartError(`--llm ${vendor} needs a key: set ${key}, or LLM_API_KEY.`);
  await requireModelApi(url);
  const names = await modelsAt(url, apiKey);
  return { ...(apiKey && { apiKey }), model: model ?? clearModel(names, { url, vendor, usual }) };
}

/** Milliseconds in which a server must answer. */
const ANSWER_WITHIN_MS = 5_000;

/** Throws StartError if a server doesn't answer, or not as an OpenAI-compatible API: with errors in JSON, or a 404. */
export async function requireModelApi(url: string): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch(`${url}/models`, { redirect: 'manual', signal }).catch(() => undefined);
  const place = `an OpenAI-compatible API at ${url}`;
  if (!response) throw new StartError(`--llm: no answer from ${place}.`);
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  await response.body?.cancel();
  if (!isJson && response.status !== 404)
    throw new StartError(`--llm: this is not ${place}: it answers ${response.status} without JSON.`);
}

/** The environment's model if the server offers it, or else the server's only one. */
function clearModel(
  names: readonly string[],
  {
    url,
    vendor = 'openai',
    usual,
  }: { readonly url: string; readonly vendor: string | undefined; readonly usual: string },
): string {
  // Servers without a list may have any model.
  if (names.includes(usual) || (names.length === 0 && vendor === 'openai')) return usual;
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  const has = names.length === 0 ? 'lists none' : `has ${names.slice(0, SHOWN).join(', ')}`;
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  throw new StartError(`--llm: name a model with --model: ${url} ${has}${more}.`);
}

/** Maximum number of models listed in a message. */
const SHOWN = 10;

const ask = boundedFetch({ timeoutMs: 5_000, maxBytes: 5_000_000 });

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of a server's models; empty if it has no list. */
async function modelsAt(url: string, apiKey: string | undefined): Promise<string[]> {
  const response = await ask(`${url}/models`, {
    // Anthropic requires its own header for listing models.
    headers: apiKey
      ? { authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
      : {},
  }).catch(() => undefined);
  if (response?.status === 401)
    throw new StartError(`--llm: ${url} refuses the key${apiKey ? '' : ' (none)'}.`);
  const { data } = listed.safeParse(await response?.json().catch(() => undefined));
  const names = data?.data.map(({ id }) => id.replace(/^models\//, '')) ?? [];
  // Other characters could control the terminal.
  return names.filter((name) => /^[\x21-\x7e]{1,200}$/.test(name));
}

/** Milliseconds within which a local model server must answer. */
const NEAR_MS = 500;

/** The options for `--llm` on this machine, described for the user. None is used automatically. */
export async function offeredModels(variables: Variables = process.env): Promise<string[]> {
  const keyed = [...MODEL_VENDORS].filter(([name, { key }]) => key && variables[key] && name !== 'gemini');
  const { url } = MODEL_VENDORS.get('ollama') ?? {};
  const near = await fetch(`${url}/models`, { signal: AbortSignal.timeout(NEAR_MS) }).catch(() => undefined);
  await near?.body?.cancel();
  return [
    ...keyed.map(([name, { key }]) => `--llm ${name} (${key} is set)`),
    ...(near?.ok ? ['--llm ollama (running)'] : []),
  ];
}

import { StartError } from 'cdk-local/start-error.ts';
import * as z from 'zod';
import { boundedFetch } from '../lambdas/platform/outbound/bounded-fetch.ts';
import { MODEL_VENDORS, type StartOptions } from './arguments.ts';
import { checkVendors } from './check-vendors.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** The key and the model of `--llm`; undefined leaves the usual ones. */
export interface ModelChoice {
  readonly apiKey?: string;
  readonly model?: string;
}

/**
 * Finds the key and the model with which a real language model is asked. `usual` is the model of the environment. Rejects
 * with a StartError if a key is missing or refused, the server does not answer, or the model is not clear.
 */
export async function chooseModel(
  { llm: url, llmVendor: vendor, model }: Pick<StartOptions, 'llm' | 'llmVendor' | 'model'>,
  usual: string,
  variables: Variables = process.env,
): Promise<ModelChoice> {
  if (url === undefined) return {};
  const { key } = MODEL_VENDORS.get(vendor ?? '') ?? {};
  const apiKey = (key && variables[key]) || variables.LLM_API_KEY;
  if (key && !apiKey) throw new StartError(`--llm ${vendor} needs a key: set ${key}, or LLM_API_KEY.`);
  await checkVendors({ llm: url });
  const names = await modelsAt(url, apiKey);
  return { ...(apiKey && { apiKey }), model: model ?? clearModel(names, { url, vendor, usual }) };
}

/** The environment's model if the server may have it, or the server's only one. */
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

/** The maximum number of models that a message names. */
const SHOWN = 10;

const ask = boundedFetch({ timeoutMs: 5_000, maxBytes: 5_000_000 });

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The names of a server's models; none if it has no list. */
async function modelsAt(url: string, apiKey: string | undefined): Promise<string[]> {
  const response = await ask(`${url}/models`, {
    // Anthropic lists models only to its own header.
    headers: apiKey
      ? { authorization: `Bearer ${apiKey}`, 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
      : {},
  }).catch(() => undefined);
  if (response?.status === 401)
    throw new StartError(`--llm: ${url} refuses the key${apiKey ? '' : ' (none)'}.`);
  const { data } = listed.safeParse(await response?.json().catch(() => undefined));
  const names = data?.data.map(({ id }) => id.replace(/^models\//, '')) ?? [];
  // Others could steer a terminal.
  return names.filter((name) => /^[\x21-\x7e]{1,200}$/.test(name));
}

/** Milliseconds in which a model server on this machine must answer. */
const NEAR_MS = 500;

/** The values of `--llm` that would work on this machine, in words for the user. None is used unless the user asks for it. */
export async function offeredModels(variables: Variables = process.env): Promise<string[]> {
  const keyed = [...MODEL_VENDORS].filter(([name, { key }]) => key && variables[key] && name !== 'gemini');
  const { url } = MODEL_VENDORS.get('ollama') ?? {};
  const near = await fetch(`${url}/models`, { signal: AbortSignal.timeout(NEAR_MS) }).catch(() => undefined);
  await near?.body?.cancel();
  return [
    ...keyed.map(([name, { key }]) => `--llm ${name} (${key} is set)`),
    ...(near?.ok ? ['--llm ollama (it runs here)'] : []),
  ];
}

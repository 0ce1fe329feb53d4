import { accountConnectionKind } from '../account-connections/model/account-connection.ts';
import { logger } from '../platform/logger.ts';
import { llmAccountOfPlatform } from '../platform/secrets.ts';
import type { Table } from '../platform/table/table.ts';
import { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_BEDROCK_RUNTIME } from '../platform/variables/system.ts';
import { readOptionalVariable, readVariable } from '../platform/variables/variable.ts';
import { getRecord } from '../records/store/records.ts';
import { bedrockModel } from '../vendors/llm/bedrock/bedrock-model.ts';
import type { LanguageModel } from '../vendors/llm/language-model.ts';
import type { TokenMeter } from '../vendors/llm/model-usage.ts';
import { type ModelAccount, openAiCompatibleModel } from '../vendors/llm/openai/openai-model.ts';
import { languageModel } from '../vendors/llm/settings.ts';
import type { CallSnapshot } from './model/call-snapshot.ts';
import type { LlmFallback } from './model/platform-models.ts';
import {
  accountOfFallback,
  modelsAt,
  PLATFORM_MODELS,
  type PlatformModels,
} from './model/platform-models.ts';

/** The user and agent whose models answer. Usage of the platform's accounts counts for this user. */
export interface Asking extends Pick<CallSnapshot, 'settings'> {
  readonly user_id: string;
  /** Whether the day's quota is used up, so that the platform's models may not answer. */
  readonly out_of_tokens?: boolean | undefined;
}

export const MODEL_VARIABLES = [
  languageModel.baseUrl,
  languageModel.model,
  languageModel.vendorBBaseUrl,
  PLATFORM_MODELS,
];

/** The models of a conversation: the usual one and, if the agent has a permitted one, its fallback. */
export function conversationModels(
  table: Table,
  asking: Asking,
  meter: TokenMeter,
): readonly LanguageModel[] {
  const models = readVariable(PLATFORM_MODELS);
  const onBedrock = usualBedrockModel(asking, models);
  if (onBedrock !== undefined) {
    const usual = bedrockOfPlatform(onBedrock, { models, meter });
    return [usual, ...fallbackOf(asking, { models, meter, usual: undefined })];
  }
  const account = usualAccount(table, asking, { models, meter });
  account.catch(() => undefined);
  return [openAiCompatibleModel(() => account), ...fallbackOf(asking, { models, meter, usual: account })];
}

/** The names of a conversation's models, such as for a cache key of their answers. */
export function namesOfModels({ settings }: Pick<Asking, 'settings'>): string[] {
  const { llm_account_connection: connection, llm_model_name_override: override, llm_fallback } = settings;
  const usual =
    usualBedrockModel({ settings }, readVariable(PLATFORM_MODELS)) ?? readVariable(languageModel.model);
  const own = connection ? [connection, override ?? ''] : [];
  return [usual, ...own, ...(llm_fallback ? [llm_fallback.provider, llm_fallback.model_name] : [])];
}

interface Platform {
  readonly models: PlatformModels;
  readonly meter: TokenMeter;
}

/** The usual model of an agent if Amazon Bedrock has it; undefined if another vendor does. */
function usualBedrockModel(
  { settings }: Pick<Asking, 'settings'>,
  models: PlatformModels,
): string | undefined {
  const { llm_account_connection: connection, llm_model_name_override: override } = settings;
  if (connection) return undefined;
  if (override && modelsAt(models, 'bedrock').includes(override)) return override;
  return models.bedrock?.usual;
}

function bedrockOfPlatform(model: string, { models, meter }: Platform): LanguageModel {
  const region = models.bedrock?.region ?? '';
  return bedrockModel({ endpoint: bedrockUrl(region), region, model, traits: models.traits?.[model], meter });
}

/** The user's own account, if the agent has one, or the platform's. */
async function usualAccount(
  table: Table,
  { user_id, settings }: Asking,
  platform: Platform,
): Promise<ModelAccount> {
  const { llm_account_connection: id, llm_model_name_override: override } = settings;
  const usual = readVariable(languageModel.model);
  if (!id) return platformAccount('llm_vendor_a', usual, platform);
  const connection = await getRecord(table, user_id, accountConnectionKind, id);
  if (connection?.type !== 'account_connection_llm')
    throw new Error('The connection to the language-model account was deleted.');
  const model = override || usual;
  const { llm_api_key: apiKey } = connection.credentials;
  return {
    baseUrl: readVariable(languageModel.baseUrl),
    model,
    traits: platform.models.traits?.[model],
    apiKey,
  };
}

/** The fallback of a conversation, on the platform's account only with a configured model. */
function fallbackOf(
  { settings, out_of_tokens }: Asking,
  { usual, ...platform }: Platform & { readonly usual: Promise<ModelAccount> | undefined },
): LanguageModel[] {
  const { llm_fallback: fallback, llm_account_connection: connection } = settings;
  if (!fallback) return [];
  const { models } = platform;
  const account = accountOfFallback(fallback, { hasOwnAccount: Boolean(connection), models });
  const { provider, model_name: model } = fallback;
  if (account === 'platform') {
    if (out_of_tokens) return [];
    if (provider === 'bedrock') return [bedrockOfPlatform(model, platform)];
    return [openAiCompatibleModel(() => platformAccount(provider, model, platform))];
  }
  if (account === 'own' && usual)
    return [openAiCompatibleModel(async () => ({ ...(await usual), model, traits: models.traits?.[model] }))];
  logOnce(fallback);
  return [];
}

type KeyedVendor = Exclude<LlmFallback['provider'], 'bedrock'>;

async function platformAccount(
  provider: KeyedVendor,
  model: string,
  { models: { traits }, meter }: Platform,
): Promise<ModelAccount> {
  const baseUrl = readVariable(
    provider === 'llm_vendor_a' ? languageModel.baseUrl : languageModel.vendorBBaseUrl,
  );
  const { api_key: apiKey } = await llmAccountOfPlatform(provider);
  return { baseUrl, model, traits: traits?.[model], apiKey, meter };
}

/** So that each is logged once. */
const loggedFallbacks = new Set<string>();
const MAX_LOGGED = 1_000;

function logOnce({ provider, model_name: model }: LlmFallback): void {
  const key = `${provider} ${model}`;
  if (loggedFallbacks.has(key)) return;
  if (loggedFallbacks.size >= MAX_LOGGED) loggedFallbacks.clear();
  loggedFallbacks.add(key);
  logger.warn('Fallback not asked: the platform does not offer its model.', { provider, model });
}

/** The address of Amazon Bedrock's runtime in a region, or the one that the environment sets instead. */
function bedrockUrl(region: string): string {
  return (
    readOptionalVariable(AWS_ENDPOINT_URL_BEDROCK_RUNTIME) ??
    readOptionalVariable(AWS_ENDPOINT_URL) ??
    `https://bedrock-runtime.${region}.amazonaws.com`
  );
}

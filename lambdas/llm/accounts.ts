import type { Session } from '../domain/conversations/conversation.ts';
import type { LlmFallback } from '../domain/records/agent.ts';
import { accountOfFallback } from '../domain/records/platform-models.ts';
import { logger } from '../runtime/logger.ts';
import { llmAccountOfPlatform } from '../runtime/secrets.ts';
import { PLATFORM_MODELS } from '../runtime/variables/platform-models.ts';
import { LLM_BASE_URL, LLM_MODEL, LLM_VENDOR_B_BASE_URL } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { type LanguageModel, type ModelAccount, openAiCompatibleModel } from './language-model.ts';
import type { TokenMeter } from './token-meter.ts';

/** Whose models are asked; usage of the platform's accounts is counted. */
type Asking = Pick<Session, 'user_id' | 'settings'> & Partial<Pick<Session, 'out_of_tokens'>>;

/** The variables of every function that asks models. */
export const MODEL_VARIABLES = [LLM_BASE_URL, LLM_MODEL, LLM_VENDOR_B_BASE_URL, PLATFORM_MODELS];

/**
 * The models of a conversation: the usual one and, if the agent has a permitted one, its fallback. The lookup of the
 * usual account starts now and runs concurrently; its failure is thrown when the model is asked.
 */
export function conversationModels(
  table: Table,
  asking: Asking,
  meter: TokenMeter,
): readonly LanguageModel[] {
  const account = usualAccount(table, asking, meter);
  account.catch(() => undefined);
  const usual = openAiCompatibleModel(() => account);
  const fallback = fallbackOf(asking, account, meter);
  return fallback ? [usual, openAiCompatibleModel(fallback)] : [usual];
}

/** The user's own account, if the agent has one, or the platform's. Another model than the default needs an own account. */
async function usualAccount(
  table: Table,
  { user_id, settings }: Asking,
  meter: TokenMeter,
): Promise<ModelAccount> {
  const { llm_account_connection: id, llm_model_name_override: override } = settings;
  const usual = { baseUrl: readVariable(LLM_BASE_URL), model: readVariable(LLM_MODEL) };
  if (!id) return { ...usual, apiKey: await keyOfPlatform('llm_vendor_a'), meter };
  const connection = await getRecord(table, user_id, 'account_connection', id);
  if (connection?.type !== 'account_connection_llm')
    throw new Error('The connection to the language-model account was deleted.');
  return { ...usual, apiKey: connection.credentials.llm_api_key, model: override || usual.model };
}

/**
 * The fallback of a conversation. Permissions may have changed since the agent was saved, and old agents were saved
 * without a check. So the platform's account is used only for models in the configuration.
 */
function fallbackOf(
  { settings, out_of_tokens }: Asking,
  usual: Promise<ModelAccount>,
  meter: TokenMeter,
): (() => Promise<ModelAccount>) | undefined {
  const { llm_fallback: fallback, llm_account_connection: connection } = settings;
  if (!fallback) return undefined;
  const models = readVariable(PLATFORM_MODELS);
  switch (accountOfFallback(fallback, { hasOwnAccount: Boolean(connection), models })) {
    case 'platform':
      if (out_of_tokens) return undefined;
      return async () => ({ ...(await fallbackAccount(fallback)), meter });
    case 'own':
      return async () => ({ ...(await usual), model: fallback.model_name });
    default:
      tellOnce(fallback);
      return undefined;
  }
}

/** The platform's account at the vendor of the fallback. */
async function fallbackAccount({ provider, model_name: model }: LlmFallback): Promise<ModelAccount> {
  const baseUrl = readVariable(provider === 'llm_vendor_a' ? LLM_BASE_URL : LLM_VENDOR_B_BASE_URL);
  return { baseUrl, model, apiKey: await keyOfPlatform(provider) };
}

async function keyOfPlatform(provider: LlmFallback['provider']): Promise<string> {
  return (await llmAccountOfPlatform(provider)).api_key;
}

/** Fallbacks that were logged, so that each is logged once. */
const told = new Set<string>();
const MAX_TOLD = 1_000;

function tellOnce({ provider, model_name: model }: LlmFallback): void {
  const key = `${provider} ${model}`;
  if (told.has(key)) return;
  if (told.size >= MAX_TOLD) told.clear();
  told.add(key);
  logger.warn('A fallback is not asked: the platform does not offer its model.', { provider, model });
}

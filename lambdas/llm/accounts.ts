import type { Session } from '../domain/conversations/conversation.ts';
import type { LlmFallback } from '../domain/records/agent.ts';
import { environment } from '../runtime/environment.ts';
import { llmAccountOfPlatform } from '../runtime/secrets.ts';
import { getRecord } from '../store/records/records.ts';
import type { Table } from '../store/table/table.ts';
import { type LanguageModel, type ModelAccount, openAiCompatibleModel } from './language-model.ts';
import type { TokenMeter } from './token-meter.ts';

/** What is used of the platform's accounts is counted. */
interface Metered {
  readonly meter: TokenMeter;
}

/**
 * The models that a conversation asks: the usual one and, where its agent has one, the fallback. The account of the usual one is
 * looked up from now on, beside what else is done; that it cannot be had is told when the model is asked.
 */
export function conversationModels(
  table: Table,
  { user_id, settings, out_of_tokens }: Pick<Session, 'user_id' | 'settings' | 'out_of_tokens'>,
  meter: TokenMeter,
): readonly LanguageModel[] {
  const account = usualAccount(table, user_id, { ...settings, meter });
  account.catch(() => undefined);
  const usual = openAiCompatibleModel(() => account);
  const { llm_fallback: fallback } = settings;
  if (!fallback || out_of_tokens) return [usual];
  return [usual, openAiCompatibleModel(async () => ({ ...(await fallbackAccount(fallback)), meter }))];
}

/** The user's own account, if the agent has one, or the platform's. A model of another name takes an account of one's own. */
async function usualAccount(
  table: Table,
  userId: string,
  { llm_account_connection: id, llm_model_name_override: override, meter }: Session['settings'] & Metered,
): Promise<ModelAccount> {
  const usual = { baseUrl: environment('LLM_BASE_URL'), model: environment('LLM_MODEL') };
  if (!id) return { ...usual, apiKey: await keyOfPlatform('llm_vendor_a'), meter };
  const connection = await getRecord(table, userId, 'account_connection', id);
  if (connection?.type !== 'account_connection_llm')
    throw new Error('The connection to the language-model account is gone.');
  return { ...usual, apiKey: connection.credentials.llm_api_key, model: override || usual.model };
}

/** The platform's own account at the vendor of the fallback. */
async function fallbackAccount({ provider, model_name: model }: LlmFallback): Promise<ModelAccount> {
  const baseUrl = environment(provider === 'llm_vendor_a' ? 'LLM_BASE_URL' : 'LLM_VENDOR_B_BASE_URL');
  return { baseUrl, model, apiKey: await keyOfPlatform(provider) };
}

async function keyOfPlatform(provider: LlmFallback['provider']): Promise<string> {
  return (await llmAccountOfPlatform(provider)).api_key;
}

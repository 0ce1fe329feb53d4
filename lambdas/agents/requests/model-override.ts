import { invalidInput } from '../../http/errors.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { LlmFallback } from '../model/platform-models.ts';
import { accountOfFallback, modelsAt, PLATFORM_MODELS, USUAL_VENDOR } from '../model/platform-models.ts';

/** The fields of an agent or an update that select models and accounts. */
interface ModelChoice {
  readonly llm_model_name_override?: unknown;
  readonly llm_account_connection?: unknown;
  readonly llm_fallback?: LlmFallback | null | undefined;
}

/** Throws if an agent selects a model other than the default without an account of its user. */
export function requireOwnAccount(agent: ModelChoice, loc: readonly string[]): void {
  requireAccountOfOverride(agent, loc);
  requireAccountOfFallback(agent, loc);
}

/** The same for an agent after an update. After two concurrent updates, the conversation ignores a model without an account. */
export function requireOwnAccountAfter(
  agent: ModelChoice,
  changes: ModelChoice,
  loc: readonly string[],
): void {
  const { llm_model_name_override: name, llm_account_connection: connection, llm_fallback } = changes;
  const losesAccount = connection === null;
  const mayLackAccount = !connection && (losesAccount || Boolean(name) || Boolean(llm_fallback));
  if (!mayLackAccount) {
    requireOwnAccount(changes, loc);
    return;
  }
  const updated = { ...agent, ...changes };
  if (losesAccount || name) requireAccountOfOverride(updated, loc);
  if (losesAccount || llm_fallback) requireAccountOfFallback(updated, loc);
}

function requireAccountOfOverride(agent: ModelChoice, loc: readonly string[]): void {
  const { llm_model_name_override: name, llm_account_connection: connection } = agent;
  if (!name || connection) return;
  if (modelsAt(readVariable(PLATFORM_MODELS), 'bedrock').some((model) => model === name)) return;
  const msg = 'This model needs your own account; set llm_account_connection.';
  throw invalidInput([{ loc: [...loc, 'llm_model_name_override'], msg, type: 'missing_connection' }]);
}

function requireAccountOfFallback(agent: ModelChoice, loc: readonly string[]): void {
  const { llm_fallback: fallback, llm_account_connection: connection } = agent;
  if (!fallback) return;
  const models = readVariable(PLATFORM_MODELS);
  if (accountOfFallback(fallback, { hasOwnAccount: Boolean(connection), models })) return;
  const { provider } = fallback;
  const allowed = modelsAt(models, provider).join(', ') || 'none';
  const others =
    provider === USUAL_VENDOR
      ? 'For any other model, set llm_account_connection to your own account.'
      : `Your own account can use other models, but only at ${USUAL_VENDOR}.`;
  const msg = `This model cannot be a fallback; choose one of ${provider}: ${allowed}. ${others}`;
  throw invalidInput([{ loc: [...loc, 'llm_fallback', 'model_name'], msg, type: 'model_not_offered' }]);
}

import { invalidInput } from '../../domain/errors.ts';
import type { LlmFallback } from '../../domain/records/agent.ts';
import { accountOfFallback, USUAL_VENDOR } from '../../domain/records/platform-models.ts';
import { PLATFORM_MODELS } from '../../runtime/variables/platform-models.ts';
import { readVariable } from '../../runtime/variables/variable.ts';
import { getRecord } from '../../store/records/records.ts';
import type { Table } from '../../store/table/table.ts';

/** What of an agent, or of an update to one, says which models it asks and through whose account. */
interface ModelChoice {
  readonly llm_model_name_override?: unknown;
  readonly llm_account_connection?: unknown;
  readonly llm_fallback?: LlmFallback | null | undefined;
}

/** Only who pays for it may choose another model than ours: throws when an agent names one and has no account of its user's. */
export function requireOwnAccount(agent: ModelChoice, loc: readonly string[]): void {
  requireAccountOfOverride(agent, loc);
  requireAccountOfFallback(agent, loc);
}

/** The same for an agent as an update would leave it. Of two updates at once, the conversation ignores a model without an account. */
export async function requireOwnAccountAfter(
  table: Table,
  { userId, id, changes, loc }: UpdateOfAgent,
): Promise<void> {
  const { llm_model_name_override: name, llm_account_connection: connection, llm_fallback } = changes;
  const losesAccount = connection === null;
  const mayLackAccount = !connection && (losesAccount || Boolean(name) || Boolean(llm_fallback));
  if (!mayLackAccount) return requireOwnAccount(changes, loc);
  const agent = await getRecord(table, userId, 'agent', id);
  if (!agent) return;
  const updated = { ...agent, ...changes };
  if (losesAccount || name) requireAccountOfOverride(updated, loc);
  if (losesAccount || llm_fallback) requireAccountOfFallback(updated, loc);
}

interface UpdateOfAgent {
  readonly userId: string;
  readonly id: string;
  readonly changes: ModelChoice;
  /** Where the request has the agent. */
  readonly loc: readonly string[];
}

function requireAccountOfOverride(agent: ModelChoice, loc: readonly string[]): void {
  if (!agent.llm_model_name_override || agent.llm_account_connection) return;
  const msg = 'A model of another name needs an account of your own: llm_account_connection.';
  throw invalidInput([{ loc: [...loc, 'llm_model_name_override'], msg, type: 'missing_connection' }]);
}

function requireAccountOfFallback(agent: ModelChoice, loc: readonly string[]): void {
  const { llm_fallback: fallback, llm_account_connection: connection } = agent;
  if (!fallback) return;
  const models = readVariable(PLATFORM_MODELS);
  if (accountOfFallback(fallback, { hasOwnAccount: Boolean(connection), models })) return;
  const { provider } = fallback;
  const allowed = models[provider].join(', ') || 'none';
  const others =
    provider === USUAL_VENDOR
      ? 'Any other needs an account of your own: llm_account_connection.'
      : `An account of your own can ask other models only at ${USUAL_VENDOR}.`;
  const msg = `The models of ${provider} that can be a fallback: ${allowed}. ${others}`;
  throw invalidInput([{ loc: [...loc, 'llm_fallback', 'model_name'], msg, type: 'model_not_offered' }]);
}

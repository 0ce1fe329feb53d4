import { invalidInput } from '../../domain/errors.ts';
import type { Table } from '../table/table.ts';
import { getRecord } from './records.ts';

/** What of an agent, or of an update to one, says which model it asks and through whose account. */
interface ModelChoice {
  readonly llm_model_name_override?: unknown;
  readonly llm_account_connection?: unknown;
}

/** Only who pays for it may choose another model than ours: throws when an agent names one and has no account of its user's. */
export function requireOwnAccount(agent: ModelChoice, loc: readonly string[]): void {
  if (!agent.llm_model_name_override || agent.llm_account_connection) return;
  const msg = 'A model of another name needs an account of your own: llm_account_connection.';
  throw invalidInput([{ loc: [...loc, 'llm_model_name_override'], msg, type: 'missing_connection' }]);
}

/** The same for an agent as an update would leave it. Of two updates at once, the conversation ignores a name without an account. */
export async function requireOwnAccountAfter(
  table: Table,
  { userId, id, changes, loc }: UpdateOfAgent,
): Promise<void> {
  const { llm_model_name_override: name, llm_account_connection: connection } = changes;
  if (connection || (!name && connection === undefined)) return;
  const agent = await getRecord(table, userId, 'agent', id);
  if (agent) requireOwnAccount({ ...agent, ...changes }, loc);
}

interface UpdateOfAgent {
  readonly userId: string;
  readonly id: string;
  readonly changes: ModelChoice;
  /** Where the request has the agent. */
  readonly loc: readonly string[];
}

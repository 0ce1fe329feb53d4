import { invalidInput } from '../../domain/errors.ts';
import type { Agent, AgentRelations, InlineAgentInput } from '../../domain/records/agent.ts';
import { InlineRecords, type Making } from '../../store/records/inline-records.ts';
import type { NewRecord } from '../../store/records/kinds.ts';
import type { FoundRecords } from '../../store/records/records.ts';
import { requireOwnAccount } from './model-override.ts';

/** An agent to store. */
export interface NewAgent {
  readonly agent: Agent;
  /** The agent and its inline records. */
  readonly records: readonly NewRecord[];
}

/** The default voice of an agent. */
const DEFAULT_VOICE = { type: 'voice_builtin', voice_id: 'default' } as const;

/**
 * Creates an agent and its inline records; `loc` is its location in the request. Throws if the connection is not one to
 * a language-model account, or is missing although another model is selected.
 */
export function newAgent(settings: InlineAgentInput, loc: readonly string[], making: Making): NewAgent {
  const { prompt, voice, actions, webhook, vector_database, llm_account_connection, ...tuning } = settings;
  const inline = new InlineRecords(making);
  requireLlmConnection(llm_account_connection, loc, making.references);
  requireOwnAccount(settings, loc);
  const agent = {
    ...tuning,
    id: making.newId(),
    user_id: making.userId,
    prompt: inline.prompt(prompt),
    voice: inline.voice(voice ?? DEFAULT_VOICE),
    actions: actions.map((action) => inline.action(action)),
    webhook: webhook && inline.webhook(webhook),
    vector_database: vector_database && inline.vectorDatabase(vector_database),
    llm_account_connection: llm_account_connection && inline.llmConnection(llm_account_connection),
  };
  return { agent, records: [...inline.made, { kind: 'agent', record: agent }] };
}

/** Requires that the agent's connection is one to a language-model account; `loc` is the agent's location in the request. */
export function requireLlmConnection(
  given: InlineAgentInput['llm_account_connection'] | AgentRelations['llm_account_connection'],
  loc: readonly string[],
  references: FoundRecords,
): void {
  if (typeof given !== 'string') return;
  if (references.require('account_connection', given).type === 'account_connection_llm') return;
  const msg = 'Not a connection to a language-model account.';
  throw invalidInput([{ loc: [...loc, 'llm_account_connection'], msg, type: 'unknown_reference' }]);
}

import type { AccountConnection } from '../../domain/records/account-connection.ts';
import type { Action } from '../../domain/records/action.ts';
import type { Agent } from '../../domain/records/agent.ts';
import type { StoredVersion } from '../../domain/records/agent-version.ts';
import type { StoredNumber } from '../../domain/records/number.ts';
import type { Prompt, PromptTemplate } from '../../domain/records/prompt.ts';
import type { VectorDatabase } from '../../domain/records/vector-database.ts';
import type { Voice } from '../../domain/records/voice.ts';
import type { Webhook } from '../../domain/records/webhook.ts';

export interface ConfigurationRecords {
  account_connection: AccountConnection;
  action: Action;
  agent: Agent;
  agent_version: StoredVersion;
  number: StoredNumber;
  prompt: Prompt;
  prompt_template: PromptTemplate;
  vector_database: VectorDatabase;
  voice: Voice;
  webhook: Webhook;
}
export type ConfigurationKind = keyof ConfigurationRecords;

export interface RecordKey {
  readonly kind: ConfigurationKind;
  readonly id: string;
}

export type NewRecord = {
  [K in ConfigurationKind]: { kind: K; record: ConfigurationRecords[K] };
}[ConfigurationKind];

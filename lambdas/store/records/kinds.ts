import type * as z from 'zod/mini';
import { accountConnection } from '../../domain/records/account-connection.ts';
import { action } from '../../domain/records/action.ts';
import { agent } from '../../domain/records/agent.ts';
import { storedVersion } from '../../domain/records/agent-version.ts';
import { storedNumber } from '../../domain/records/number.ts';
import { prompt, promptTemplate } from '../../domain/records/prompt.ts';
import { vectorDatabase } from '../../domain/records/vector-database.ts';
import { voice } from '../../domain/records/voice.ts';
import { webhook } from '../../domain/records/webhook.ts';

const schemas = {
  account_connection: accountConnection,
  action,
  agent,
  agent_version: storedVersion,
  number: storedNumber,
  prompt,
  prompt_template: promptTemplate,
  vector_database: vectorDatabase,
  voice,
  webhook,
};
export type ConfigurationKind = keyof typeof schemas;
export type ConfigurationRecords = { [K in ConfigurationKind]: z.infer<(typeof schemas)[K]> };

export const RECORD_SCHEMAS: {
  readonly [K in ConfigurationKind]: z.ZodMiniType<ConfigurationRecords[K]>;
} = schemas;

export interface RecordKey {
  readonly kind: ConfigurationKind;
  readonly id: string;
}

export type NewRecord = {
  [K in ConfigurationKind]: { kind: K; record: ConfigurationRecords[K] };
}[ConfigurationKind];

import type * as z from 'zod/mini';
import { accountConnection } from '../../account-connections/model/account-connection.ts';
import { action } from '../../actions/model/action.ts';
import { test } from '../../agent-tests/model/agent-test.ts';
import { agent } from '../../agents/model/agent.ts';
import { storedVersion } from '../../agents/model/agent-version.ts';
import { storedNumber } from '../../numbers/model/number.ts';
import { prompt, promptTemplate } from '../../prompts/model/prompt.ts';
import { vectorDatabase } from '../../vector-databases/model/vector-database.ts';
import { voice } from '../../voices/model/voice.ts';
import { webhook } from '../../webhooks/model/webhook.ts';

/** The schema of each kind as it is stored. docs/architecture.md says what else a new kind needs. */
const schemas = {
  account_connection: accountConnection,
  action,
  agent,
  agent_version: storedVersion,
  number: storedNumber,
  prompt,
  prompt_template: promptTemplate,
  test,
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

/** Whether a record matches the schema of its kind. */
export const isNewRecord = (made: { kind: ConfigurationKind; record: unknown }): made is NewRecord =>
  RECORD_SCHEMAS[made.kind].safeParse(made.record).success;

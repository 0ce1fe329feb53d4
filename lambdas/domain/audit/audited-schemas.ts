import type * as z from 'zod/mini';
import { listedCall } from '../calls/call.ts';
import { doNotCallEntry } from '../do-not-call/do-not-call.ts';
import { accountConnection } from '../records/account-connection.ts';
import { action } from '../records/action.ts';
import { agent } from '../records/agent.ts';
import { number } from '../records/number.ts';
import { prompt, promptTemplate } from '../records/prompt.ts';
import { vectorDatabase } from '../records/vector-database.ts';
import { voice } from '../records/voice.ts';
import { webhook } from '../records/webhook.ts';
import { token } from '../tokens/token.ts';
import type { AuditedKind } from './audit-entry.ts';

/** The schema of a record, and the fields that the audit log names. */
interface AuditedSchema {
  readonly schema: z.ZodMiniType;
  /** Fields that change by themselves, or whenever the record is used. @default none */
  readonly ignored?: readonly string[];
}

/** The schemas of the audited kinds. They contain no fields of the store or of other layers. */
export const AUDITED_SCHEMAS: Readonly<Record<AuditedKind, AuditedSchema>> = {
  account_connection: { schema: accountConnection },
  action: { schema: action },
  agent: { schema: agent, ignored: ['versions'] },
  call: { schema: listedCall, ignored: ['latency.silence_p50_ms', 'latency.silence_p95_ms'] },
  do_not_call_entry: { schema: doNotCallEntry },
  number: { schema: number },
  prompt: { schema: prompt },
  prompt_template: { schema: promptTemplate },
  token: { schema: token, ignored: ['last_used_at'] },
  vector_database: { schema: vectorDatabase },
  voice: { schema: voice },
  webhook: { schema: webhook },
};

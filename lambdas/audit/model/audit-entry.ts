import * as z from 'zod/mini';
import { ownerFields, utcTime } from '../../platform/fields.ts';

/** In alphabetical order, without versions of agents, which never change. */
export const auditedKind = z.enum([
  'account_connection',
  'action',
  'agent',
  'call',
  'campaign',
  'consent',
  'do_not_call_entry',
  'number',
  'prompt',
  'prompt_template',
  'test',
  'token',
  'vector_database',
  'voice',
  'webhook',
]);
export type AuditedKind = z.infer<typeof auditedKind>;

/** What happened to a record. `used`: a request used it at a cost, or sent its data. */
export const auditedChange = z.enum(['created', 'updated', 'deleted', 'used']);

/** Who made a change: a user's program by its token, the operator by a command, or the service itself. */
export const changeAuthor = z.enum(['token', 'operator', 'service']);

/** An entry of the audit log: names of fields, never their values. */
export const auditEntry = z.lazy(() =>
  z.object({
    ...ownerFields,
    at: utcTime(),
    kind: auditedKind,
    record_id: z.string(),
    change: auditedChange,
    by: changeAuthor,
    operation: z.nullable(z.string()),
    token_id: z.nullable(z.string()),
    ip_address: z.nullable(z.string()),
    request_id: z.nullable(z.string()),
    fields_before: z.array(z.string()),
    fields_after: z.array(z.string()),
  }),
);
export type AuditEntry = z.infer<typeof auditEntry>;

export const AUDIT_KEPT_SECONDS = 365 * 86_400;

import * as z from 'zod/mini';
import { id, ownerFields, utcTime } from '../../platform/fields.ts';
import { RECORD_SCHEMAS } from '../../records/model/kinds.ts';

const OTHERS = ['call', 'do_not_call_entry', 'token'] as const;

/** In alphabetical order, without versions of agents, which never change. */
export const auditedKinds = () =>
  [...z.keyof(z.object(RECORD_SCHEMAS)).options, ...OTHERS].filter((kind) => kind !== 'agent_version').sort();

export const auditedKind = z.lazy(() => z.enum(auditedKinds()));
export type AuditedKind = z.infer<typeof auditedKind>;

/** What happened to a record. `used`: a request used it at a cost, or sent its data. */
export const auditedChange = z.enum(['created', 'updated', 'deleted', 'used']);

/** Who made a change: a user's program by its token, the operator by a command, or the service itself. */
export const changeAuthor = z.enum(['token', 'operator', 'service']);

/** The attribute `changed_by`. A write of the service itself keeps the stamp of the record, or stores none. */
export const changeStamp = z.object({
  /** A UUIDv7 of this write only, which contains its time; also the id of the audit entry. */
  id,
  by: z.enum(['token', 'operator']),
  operation: z.optional(z.string()),
  token_id: z.optional(z.string()),
  ip_address: z.optional(z.string()),
  request_id: z.optional(z.string()),
});
export type ChangeStamp = z.infer<typeof changeStamp>;

export const stampIn = (item: Readonly<Record<string, unknown>> | undefined): ChangeStamp | undefined =>
  changeStamp.safeParse(item?.changed_by).data;

export const timeOf = ({ id: stampId }: Pick<ChangeStamp, 'id'>): Date =>
  new Date(Number.parseInt(stampId.replaceAll('-', '').slice(0, 12), 16));

/** An entry of the audit log: names of fields, and never a value of one. */
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

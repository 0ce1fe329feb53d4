import * as z from 'zod/mini';
import { id } from '../../platform/fields.ts';

/** The attribute `changed_by`. A write of the service itself keeps the stamp of the record, or stores none. */
export const changeStamp = z.object({
  /** A UUIDv7 for this write, which contains its time; also the id of the audit entry. */
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

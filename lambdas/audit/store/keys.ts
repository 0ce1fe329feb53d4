import type { Key } from '../../platform/table/keys.ts';

/** The key of an entry of a user's audit log. Its partitions are apart from records; see architecture.md. */
export const auditKey = (userId: string, id: string): Key => ({ pk: `AUDIT#${userId}`, sk: `ENTRY#${id}` });

export const recordAuditKey = (userId: string, recordId: string, id: string): Key => ({
  pk: `AUDIT#${userId}#${recordId}`,
  sk: `ENTRY#${id}`,
});

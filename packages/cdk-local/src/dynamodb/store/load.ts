/** Capacity units that a request consumes of a table or one of its indexes. */
export interface Load {
  readonly tableName: string;
  /** Absent: of the table itself. */
  readonly indexName?: string;
  readonly kind: 'Read' | 'Write';
  /** The value of the partition key, as text; absent for a Scan, which reads all partitions. */
  readonly partition?: string;
  readonly units: number;
}

import { z } from 'zod';

const units = z.object({ ReadCapacityUnits: z.number(), WriteCapacityUnits: z.number() });
const capacity = z.object({
  ProvisionedThroughput: units.optional(),
  WarmThroughput: z
    .object({ ReadUnitsPerSecond: z.number(), WriteUnitsPerSecond: z.number() })
    .partial()
    .optional(),
  OnDemandThroughput: z
    .object({ MaxReadRequestUnits: z.number(), MaxWriteRequestUnits: z.number() })
    .partial()
    .optional(),
});
const properties = capacity.extend({
  // CloudFormation's default.
  BillingMode: z.enum(['PROVISIONED', 'PAY_PER_REQUEST']).default('PROVISIONED'),
  GlobalSecondaryIndexes: z.array(capacity.extend({ IndexName: z.string() })).default([]),
});

/** Units a second of a table or an index; undefined: those of a new on-demand table. */
export interface Capacity {
  readonly Read: number | undefined;
  readonly Write: number | undefined;
  /** Whether these are the maximum that an on-demand table sets itself. */
  readonly isMaximum: boolean;
}

/** The capacity of a table from its template. */
export interface TableCapacity {
  readonly isProvisioned: boolean;
  readonly table: Capacity;
  readonly indexes: Readonly<Record<string, Capacity>>;
}

/**
 * Reads the capacity of an AWS::DynamoDB::Table: the provisioned one; else a maximum, or the warm throughput.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html
 */
export function readTableCapacity(given: unknown): TableCapacity {
  const { BillingMode, GlobalSecondaryIndexes, ...table } = properties.parse(given);
  const isProvisioned = BillingMode === 'PROVISIONED' && table.ProvisionedThroughput !== undefined;
  const read = isProvisioned ? provisioned : onDemand;
  return {
    isProvisioned,
    table: read(table),
    indexes: Object.fromEntries(GlobalSecondaryIndexes.map((index) => [index.IndexName, read(index)])),
  };
}

function provisioned({ ProvisionedThroughput: given }: z.infer<typeof capacity>): Capacity {
  return { Read: given?.ReadCapacityUnits, Write: given?.WriteCapacityUnits, isMaximum: false };
}

function onDemand({ WarmThroughput: warm, OnDemandThroughput: most }: z.infer<typeof capacity>): Capacity {
  return {
    Read: most?.MaxReadRequestUnits ?? warm?.ReadUnitsPerSecond,
    Write: most?.MaxWriteRequestUnits ?? warm?.WriteUnitsPerSecond,
    isMaximum: most !== undefined,
  };
}

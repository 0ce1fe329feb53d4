import { z } from 'zod';

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});
const index = z.object({ IndexName: z.string(), KeySchema: keySchema, Projection: projection });

/** The relevant properties of an AWS::DynamoDB::Table; capacity, encryption and backups have no local meaning. */
export const tableProperties = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  GlobalSecondaryIndexes: z.array(index).optional(),
  LocalSecondaryIndexes: z.never('local indexes are not known to the local runtime').optional(),
  StreamSpecification: z.object({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') }).optional(),
  TimeToLiveSpecification: z
    .object({ AttributeName: z.string().optional(), Enabled: z.boolean() })
    .optional(),
});
export type TableProperties = z.infer<typeof tableProperties>;

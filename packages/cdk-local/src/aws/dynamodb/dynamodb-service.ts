import * as z from 'zod';
import type { DynamoDb } from '../../dynamodb/dynamodb.ts';
import { isObject } from '../../dynamodb/store/answer.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Service, ServiceAnswer } from '../protocol/service.ts';
import { leadingKey } from './leading-keys.ts';
import { requiredAccess } from './required-access.ts';
import { createTransactionTokens } from './transaction-tokens.ts';

const tableSchema = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

/** DynamoDB with access checks for the caller; optionally measures the consumed capacity. */
export function createDynamoDbService(
  dynamodb: DynamoDb,
  resources: Resources,
  { measured }: { readonly measured: boolean },
): Service {
  const oncePerToken = createTransactionTokens();
  return {
    handle: async ({ operation, input, access }) => {
      for (const { action, table, index, writes, request } of requiredAccess(operation, input)) {
        const resource = findResource(resources, 'AWS::DynamoDB::Table', table);
        if (!resource && access.roleArn !== undefined) {
          throw new AwsError(
            'ResourceNotFoundException',
            `Requested resource not found: Table: ${table} not found`,
          );
        }
        const tableArn = resource?.attributes.Arn ?? table;
        access.check({
          action,
          resource: index === undefined ? tableArn : `${tableArn}/index/${index}`,
          context: { 'dynamodb:LeadingKeys': [leadingKey(request, hashKeyOf(resource))] },
        });
        access.checkKey(resource, writes ? 'kms:GenerateDataKey' : 'kms:Decrypt');
      }
      const execute = () =>
        measured ? executeMeasured(dynamodb, operation, input) : dynamodb.execute(operation, input);
      if (operation !== 'TransactWriteItems') return execute();
      return oncePerToken(access.roleArn ?? 'operator', input, execute);
    },
  };
}

/** The name of a table's partition key. */
export function hashKeyOf(table: Resource | undefined): string {
  const { data } = tableSchema.safeParse(table?.properties);
  return data?.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
}

/** The units in an answer, of all tables together. Returns undefined if it reports none. */
function consumedUnits(body: unknown): number | undefined {
  if (!isObject(body) || body.ConsumedCapacity === undefined) return undefined;
  return [body.ConsumedCapacity]
    .flat()
    .reduce((sum: number, one) => sum + (isObject(one) ? Number(one.CapacityUnits) : 0), 0);
}

async function executeMeasured(
  dynamodb: DynamoDb,
  operation: string,
  input: unknown,
): Promise<ServiceAnswer> {
  const asking = isObject(input) ? { ...input, ReturnConsumedCapacity: 'TOTAL' } : input;
  const answer = await dynamodb.execute(operation, asking);
  return { ...answer, capacityUnits: consumedUnits(answer.body) };
}

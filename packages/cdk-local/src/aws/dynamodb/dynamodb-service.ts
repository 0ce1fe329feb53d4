import { isObject } from '../../dynamodb/answer.ts';
import { consumedUnits } from '../../dynamodb/consumed-capacity.ts';
import type { DynamoDb } from '../../dynamodb/dynamodb.ts';
import type { Resources } from '../../template/resource.ts';
import { AwsError } from '../aws-error.ts';
import { findResource } from '../find-resource.ts';
import type { Service, ServiceAnswer } from '../service.ts';
import { requiredAccess } from './required-access.ts';

/** DynamoDB behind the check of what the caller may do to which table; told to, it measures what each request consumes. */
export function createDynamoDbService(
  dynamodb: DynamoDb,
  resources: Resources,
  { measured }: { readonly measured: boolean },
): Service {
  return {
    handle: (operation, input, access) => {
      for (const { action, table, index, writes } of requiredAccess(operation, input)) {
        const resource = findResource(resources, 'AWS::DynamoDB::Table', table);
        if (!resource && access.roleArn !== undefined) {
          throw new AwsError(
            'ResourceNotFoundException',
            `Requested resource not found: Table: ${table} not found`,
          );
        }
        const tableArn = resource?.attributes.Arn ?? table;
        access.check({ action, resource: index === undefined ? tableArn : `${tableArn}/index/${index}` });
        access.checkKey(resource, writes ? 'kms:GenerateDataKey' : 'kms:Decrypt');
      }
      return measured ? executeMeasured(dynamodb, operation, input) : dynamodb.execute(operation, input);
    },
  };
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

import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { DynamoDb } from '../../dynamodb/dynamodb.ts';
import { isObject } from '../../dynamodb/store/answer.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Service, ServiceAnswer } from '../protocol/service.ts';

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

/** The capacity units in a response, over all tables. Returns undefined if it reports none. */
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

const partition = z.object({ S: z.string() });
const item = z.record(z.string(), z.unknown());
const keyed = z.object({ Key: item.optional(), Item: item.optional() });

/** Stands for an unknown partition; no policy should match it. */
const UNKNOWN = '(unknown partition)';

/** The partition of a read or write of one item: the condition key `dynamodb:LeadingKeys`. */
export function leadingKey(request: unknown, hashKey: string): string {
  const { Key, Item } = keyed.safeParse(request).data ?? {};
  return partition.safeParse((Key ?? Item)?.[hashKey]).data?.S ?? UNKNOWN;
}

/** An action of a DynamoDB request on a table or one of its indexes. */
interface RequiredAccess {
  readonly action: string;
  readonly table: string;
  readonly index?: string | undefined;
  readonly writes: boolean;
  readonly request: unknown;
}

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'UpdateTable']);

const single = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const transaction = z.object({
  TransactItems: z.array(z.record(z.string(), z.looseObject({ TableName: z.string() }))),
});

const transactionActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** The access that a request needs; none for a malformed one, which the database refuses. */
function requiredAccess(operation: string, input: unknown): RequiredAccess[] {
  const need = (action: string, table: string, request: unknown, index?: string) => ({
    action: `dynamodb:${action}`,
    table,
    index,
    writes: writes.has(action),
    request,
  });
  const items = transaction.safeParse(input).data?.TransactItems;
  if (items) {
    return items.flatMap((item) =>
      Object.entries(item).map(([kind, request]) =>
        need(transactionActions[kind] ?? kind, request.TableName, request),
      ),
    );
  }
  const tables = batch.safeParse(input).data?.RequestItems;
  if (tables) return Object.entries(tables).map(([table, request]) => need(operation, table, request));
  const request = single.safeParse(input).data;
  return request ? [need(operation, request.TableName, input, request.IndexName)] : [];
}

/** Milliseconds that a finished transaction's token is remembered. */
const KNOWN_MS = 10 * 60_000;

const tokenOf = z.object({ ClientRequestToken: z.string() });

interface Known {
  readonly hash: string;
  readonly until: number;
  /** Undefined while it is running. */
  readonly answer?: ServiceAnswer;
}

/** Runs a TransactWriteItems once for each client token: a repeat within ten minutes writes nothing. */
export function createTransactionTokens() {
  const known = new Map<string, Known>();
  const forgetOld = (now: number) => {
    for (const [token, { until }] of known) if (until < now) known.delete(token);
  };
  return async (
    caller: string,
    input: unknown,
    run: () => Promise<ServiceAnswer>,
  ): Promise<ServiceAnswer> => {
    const token = tokenOf.safeParse(input).data?.ClientRequestToken;
    if (token === undefined) return run();
    forgetOld(Date.now());
    const key = `${caller} ${token}`;
    const hash = createHash('sha256').update(JSON.stringify(input)).digest('base64');
    const earlier = known.get(key);
    if (earlier && earlier.hash !== hash) {
      const message = 'The request has a different payload than an earlier one with the same client token.';
      throw new AwsError('IdempotentParameterMismatchException', message);
    }
    if (earlier?.answer) return earlier.answer;
    if (earlier) {
      const message = 'The transaction with the given request token is already in progress.';
      throw new AwsError('TransactionInProgressException', message);
    }
    known.set(key, { hash, until: Number.POSITIVE_INFINITY });
    try {
      const answer = await run();
      if (answer.status === 200) known.set(key, { hash, until: Date.now() + KNOWN_MS, answer });
      else known.delete(key);
      return answer;
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
}

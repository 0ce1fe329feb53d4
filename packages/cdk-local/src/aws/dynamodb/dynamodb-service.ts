import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { DynamoDb } from '../../dynamodb/dynamodb.ts';
import { isWrite, type RequestedAction, requestedActions } from '../../dynamodb/engine/requested-actions.ts';
import { isObject } from '../../dynamodb/store/answer.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import type { Access } from '../protocol/access.ts';
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
      checkAccess(access, resources, requestedActions(operation, input));
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

/** Stands for an unknown partition; no policy should match it. */
const UNKNOWN = '(unknown partition)';

/** Checks that a caller may do what a request asks for: each kind of action on each table or index. */
function checkAccess(access: Access, resources: Resources, actions: readonly RequestedAction[]): void {
  const alike = Map.groupBy(actions, ({ action, table, index }) => JSON.stringify([action, table, index]));
  for (const [first, ...others] of alike.values()) {
    if (!first) continue;
    const { action, table, index } = first;
    const resource = findResource(resources, 'AWS::DynamoDB::Table', table);
    if (!resource && access.roleArn !== undefined) {
      throw new AwsError(
        'ResourceNotFoundException',
        `Requested resource not found: Table: ${table} not found`,
      );
    }
    const tableArn = resource?.attributes.Arn ?? table;
    const hashKey = hashKeyOf(resource);
    const leadingKeys = [first, ...others].map(
      ({ item }) => partition.safeParse(item[hashKey]).data?.S ?? UNKNOWN,
    );
    access.check({
      action: `dynamodb:${action}`,
      resource: index === undefined ? tableArn : `${tableArn}/index/${index}`,
      context: { 'dynamodb:LeadingKeys': leadingKeys },
    });
    access.checkKey(resource, isWrite(first) ? 'kms:GenerateDataKey' : 'kms:Decrypt');
  }
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

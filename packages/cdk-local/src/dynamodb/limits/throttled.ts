import { Refusal } from '../store/answer.ts';
import type { CancellationReason } from '../store/cancelled.ts';
import type { Exhausted } from './throughput.ts';

const SCALING = 'DynamoDB is automatically scaling your';
const TABLE_MESSAGE =
  `Throughput exceeds the current capacity of your table or index. ${SCALING} table or index so please try again shortly. ` +
  'If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const INDEX_MESSAGE = `Throughput exceeds the current capacity for one or more global secondary indexes. ${SCALING} index so please try again shortly.`;

/**
 * The refusal of a single request: ThrottlingException of an on-demand table, ProvisionedThroughputExceededException of
 * a provisioned one, each with its throttling reason. A write is also refused for its index, which is back-pressure.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/throttling-diagnosing-workflow.html
 */
export function throttled(exhausted: Exhausted, region: string): Refusal {
  const { load, limit, isProvisioned } = exhausted;
  const table = `arn:aws:dynamodb:${region}:000000000000:table/${load.tableName}`;
  const [part, resource] =
    load.indexName === undefined ? ['Table', table] : ['Index', `${table}/index/${load.indexName}`];
  const reasons = [{ reason: `${part}${load.kind}${limit}`, resource }];
  const name = isProvisioned ? 'ProvisionedThroughputExceededException' : 'ThrottlingException';
  return new Refusal({
    status: 400,
    body: {
      __type: `com.amazonaws.dynamodb.v20120810#${name}`,
      message: messageOf(exhausted),
      [isProvisioned ? 'ThrottlingReasons' : 'throttlingReasons']: reasons,
    },
  });
}

/**
 * The reason of a cancelled transaction:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html#API_TransactWriteItems_Errors
 */
export function throttledReason(exhausted: Exhausted): CancellationReason {
  const Code = exhausted.isProvisioned ? 'ProvisionedThroughputExceeded' : 'ThrottlingError';
  return { Code, Message: messageOf(exhausted) };
}

function messageOf({ isProvisioned, load: { indexName } }: Exhausted): string {
  if (!isProvisioned) return indexName === undefined ? TABLE_MESSAGE : INDEX_MESSAGE;
  const of = indexName === undefined ? 'the table' : 'one or more global secondary indexes of the table';
  return `The level of configured provisioned throughput for ${of} was exceeded. Consider increasing your provisioning level with the UpdateTable API`;
}

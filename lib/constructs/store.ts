import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as kms from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { CALL_ORDER, CALLS_INDEX, INDEXED_OF_CALL } from '../../lambdas/calls/store/keys.ts';
import { RATE_LIMIT_PREFIX } from '../../lambdas/platform/table/keys.ts';
import { QUOTAS } from '../../lambdas/platform/table/quota-limits.ts';
import { TABLE_NAME } from '../../lambdas/platform/variables/resources.ts';
import { OPEN_CALLS_INDEX } from '../../lambdas/usage/store/keys.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { removalPolicyOf } from './data-protection.ts';
import type { ServiceFunction } from './service-function.ts';

/** The table's name: fixed, so that commands find it, or that of a restored table. */
export const tableName = ({ name, restoredTable }: EnvironmentConfig) =>
  restoredTable?.name ?? `phone-call-agents-${name}`;

/** The KMS actions that users of a table need on its key. */
const READ_KEY_ACTIONS = ['kms:Decrypt', 'kms:DescribeKey'];
const WRITE_KEY_ACTIONS = [
  ...READ_KEY_ACTIONS,
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/** The actions on the stream that Lambda needs in its consumer's role, besides `ListStreams`. */
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'].map(
  (action) => `dynamodb:${action}`,
);

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface StoreProps {
  readonly config: EnvironmentConfig;
  /** Whether DynamoDB refuses to delete the table. */
  readonly isProtected: boolean;
}

/** The single table, its key and its stream. */
export class Store extends Construct {
  readonly table: Pick<dynamodb.Table, 'tableArn' | 'tableName'> & {
    readonly tableStreamArn?: string | undefined;
  };
  readonly key: kms.Key;
  readonly #quotas: EnvironmentConfig['quotas'];
  readonly #tableName: string;

  constructor(scope: Construct, id: string, { config, isProtected }: StoreProps) {
    super(scope, id);
    const removalPolicy = removalPolicyOf(config);
    this.#quotas = config.quotas;
    this.#tableName = tableName(config);
    this.key = new kms.Key(this, 'Key', {
      description: `Encrypts the table and the recordings of ${config.name}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.table = config.restoredTable
      ? dynamodb.Table.fromTableAttributes(this, 'RestoredTable', {
          tableName: config.restoredTable.name,
          tableStreamArn: config.restoredTable.streamArn,
          encryptionKey: this.key,
        })
      : this.#ownTable(config, { deletionProtection: isProtected, removalPolicy });
  }

  #ownTable(
    config: EnvironmentConfig,
    protection: Pick<dynamodb.TableProps, 'deletionProtection' | 'removalPolicy'>,
  ): dynamodb.Table {
    const { warmThroughput: warm } = config;
    const warmThroughput = warm && {
      warmThroughput: { readUnitsPerSecond: warm.reads, writeUnitsPerSecond: warm.writes },
    };
    const table = new dynamodb.Table(this, 'Table', {
      ...warmThroughput,
      tableName: tableName(config),
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: 'expires_at',
      encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: this.key,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...protection,
    });
    table.addGlobalSecondaryIndex({
      indexName: OPEN_CALLS_INDEX,
      partitionKey: { name: 'open', type: dynamodb.AttributeType.STRING },
      sortKey: { name: 'reconcile_at', type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.KEYS_ONLY,
      ...warmThroughput,
    });
    table.addGlobalSecondaryIndex({
      indexName: CALLS_INDEX,
      partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
      sortKey: { name: CALL_ORDER, type: dynamodb.AttributeType.STRING },
      projectionType: dynamodb.ProjectionType.INCLUDE,
      nonKeyAttributes: [...INDEXED_OF_CALL],
      ...warmThroughput,
    });
    return table;
  }

  /** Permits a function these actions on the table and queries of these indexes; sets the table's variables. */
  grantTable(fn: ServiceFunction, actions: readonly string[], indexes: readonly string[] = []): void {
    if (actions.length > 0)
      fn.allow(
        actions.map((action) => `dynamodb:${action}`),
        [this.table.tableArn],
      );
    if (indexes.length > 0)
      fn.allow(
        ['dynamodb:Query'],
        indexes.map((index) => `${this.table.tableArn}/index/${index}`),
      );
    fn.allow(actions.every((action) => READS.has(action)) ? READ_KEY_ACTIONS : WRITE_KEY_ACTIONS, [
      this.key.keyArn,
    ]);
    fn.setVariable(TABLE_NAME, this.table.tableName);
    fn.setVariable(QUOTAS, this.#quotas);
  }

  /** Permits a function that otherwise only reads records to count requests, and no other writes. */
  grantRateLimits(fn: ServiceFunction): void {
    this.grantItems(fn, ['UpdateItem'], [RATE_LIMIT_PREFIX]);
  }

  /** Permits a function these actions on items of the partitions with these prefixes. */
  grantItems(fn: ServiceFunction, actions: readonly string[], prefixes: readonly string[]): void {
    const keys = prefixes.map((prefix) => `${prefix}*`);
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
    fn.allow(
      actions.map((action) => `dynamodb:${action}`),
      [this.table.tableArn],
      { conditions },
    );
    fn.allow(WRITE_KEY_ACTIONS, [this.key.keyArn]);
    fn.setVariable(TABLE_NAME, this.table.tableName);
  }

  /** The sum of a DynamoDB metric of the table, or of an index, which that of the table does not contain. */
  metric(
    metricName:
      | 'ConsumedReadCapacityUnits'
      | 'ConsumedWriteCapacityUnits'
      | 'ReadThrottleEvents'
      | 'WriteThrottleEvents'
      | 'TransactionConflict',
    index?: string,
  ): Metric {
    const dimensionsMap = {
      TableName: this.#tableName,
      ...(index !== undefined && { GlobalSecondaryIndexName: index }),
    };
    const period = Duration.minutes(1);
    return new Metric({ namespace: 'AWS/DynamoDB', metricName, dimensionsMap, statistic: Stats.SUM, period });
  }

  get streamArn(): string {
    if (!this.table.tableStreamArn) throw new Error('The table has no stream.');
    return this.table.tableStreamArn;
  }

  /** Permits a function to read the table's stream. Returns the stream's ARN. */
  grantStream(fn: ServiceFunction): string {
    const stream = this.streamArn;
    fn.allow(STREAM_ACTIONS, [stream]);
    fn.allow(['dynamodb:ListStreams'], ['*'], {
      wildcard:
        'The action lists the account’s streams, so the CDK’s own grant also permits it for all resources.',
    });
    fn.allow(READ_KEY_ACTIONS, [this.key.keyArn]);
    return stream;
  }
}

/** The names of a metric's dimensions, in alphabetical order. */
type Dimensions = readonly string[];

/** Of all functions of the account and region; of a function; of a version that an alias leads to. */
const EVERY_FUNCTION: Dimensions = [];
const FUNCTION: Dimensions = ['FunctionName'];
const VERSION: Dimensions = ['ExecutedVersion', 'FunctionName', 'Resource'];

/** Of a table, without its indexes; of an index alone. */
const TABLE: Dimensions = ['TableName'];
const INDEX: Dimensions = ['GlobalSecondaryIndexName', 'TableName'];

/** Metrics of AWS that alarms and dashboards may name, each with the sets of dimensions that AWS documents for it. */
export const AWS_METRICS: Readonly<
  Record<string, { readonly page: string; readonly metrics: Readonly<Record<string, readonly Dimensions[]>> }>
> = {
  'AWS/Lambda': {
    page: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
    metrics: {
      ConcurrentExecutions: [EVERY_FUNCTION, FUNCTION],
      Duration: [EVERY_FUNCTION, FUNCTION, VERSION],
      Errors: [EVERY_FUNCTION, FUNCTION, VERSION],
      Invocations: [EVERY_FUNCTION, FUNCTION, VERSION],
      // Of the mapping of a stream, which belongs to a function.
      IteratorAge: [FUNCTION],
      RecursiveInvocationsDropped: [EVERY_FUNCTION, FUNCTION],
      Throttles: [EVERY_FUNCTION, FUNCTION],
    },
  },
  'AWS/CertificateManager': {
    page: 'https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html',
    metrics: { DaysToExpiry: [['CertificateArn']] },
  },
  'AWS/SQS': {
    page: 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
    metrics: {
      ApproximateAgeOfOldestMessage: [['QueueName']],
      ApproximateNumberOfMessagesVisible: [['QueueName']],
    },
  },
  'AWS/DynamoDB': {
    page: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
    metrics: {
      ConsumedReadCapacityUnits: [TABLE, INDEX],
      ConsumedWriteCapacityUnits: [TABLE, INDEX],
      ReadThrottleEvents: [TABLE, INDEX],
      WriteThrottleEvents: [TABLE, INDEX],
      TransactionConflict: [TABLE],
    },
  },
  'AWS/ApiGateway of a REST API': {
    page: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
    metrics: {
      '4XXError': [['ApiName']],
      '5XXError': [['ApiName']],
      Count: [['ApiName']],
      Latency: [['ApiName']],
    },
  },
  'AWS/ApiGateway of a WebSocket API': {
    page: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html',
    metrics: {
      ConnectCount: [['ApiId']],
      MessageCount: [['ApiId']],
      ClientError: [['ApiId']],
      ExecutionError: [['ApiId']],
      IntegrationError: [['ApiId']],
    },
  },
};

/** A metric that an alarm or a dashboard names. */
export interface NamedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, unknown>>;
}

/** Whether AWS documents a metric with these dimensions. */
export function isDocumented({ namespace, name, dimensions }: NamedMetric): boolean {
  const given = Object.keys(dimensions).sort().join();
  return Object.entries(AWS_METRICS).some(
    ([heading, { metrics }]) =>
      heading.split(' ')[0] === namespace && metrics[name]?.some((names) => names.join() === given),
  );
}

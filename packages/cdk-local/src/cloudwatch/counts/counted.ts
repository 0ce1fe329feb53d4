import type { Metric } from '../metrics/metric.ts';

/** The metrics of AWS that the runtime counts itself. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': [
    'Count',
    '4XXError',
    '5XXError',
    'Latency',
    'ConnectCount',
    'MessageCount',
    'ClientError',
    'ExecutionError',
    'IntegrationError',
  ],
  'AWS/DynamoDB': [
    'ConsumedReadCapacityUnits',
    'ConsumedWriteCapacityUnits',
    'ReadThrottleEvents',
    'WriteThrottleEvents',
  ],
  'AWS/Lambda': [
    'Invocations',
    'Errors',
    'Throttles',
    'Duration',
    'ConcurrentExecutions',
    'IteratorAge',
    'RecursiveInvocationsDropped',
  ],
  'AWS/SQS': [
    'ApproximateAgeOfOldestMessage',
    'ApproximateNumberOfMessagesVisible',
    'ApproximateNumberOfMessagesNotVisible',
    'ApproximateNumberOfMessagesDelayed',
  ],
};

/** Whether the runtime counts a metric: the AWS metrics that are named here, and all metrics that functions emit. */
export const isCounted = ({ namespace, name }: Metric): boolean =>
  !namespace.startsWith('AWS/') || (COUNTED[namespace]?.includes(name) ?? false);

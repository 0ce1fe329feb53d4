import * as z from 'zod';
import type { Match } from '../aws/events/event-pattern.ts';
import { compilePattern } from '../aws/events/event-pattern.ts';
import { findInvoked } from '../functions/qualifiers.ts';
import type { Resource, Resources } from '../template/resource.ts';

export interface EventSourceMapping {
  readonly name: string;
  readonly sourceArn: string;
  readonly functionResource: Resource;
  readonly functionArn: string;
  readonly batchSize: number;
  /** Whether an event passes the mapping's filters. */
  readonly accepts: Match;
  readonly reportsItemFailures: boolean;
  readonly bisects: boolean;
  readonly maximumRetries: number;
  readonly failureQueueArn: string | undefined;
  readonly maximumConcurrency: number;
}

const schema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().optional(),
  MaximumBatchingWindowInSeconds: z
    .literal(0, 'batching windows are not known to the local runtime')
    .optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) }).optional(),
  FunctionResponseTypes: z.array(z.string()).default([]),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.number().default(-1),
  MaximumRecordAgeInSeconds: z
    .literal(-1, 'maximum ages of records are not known to the local runtime')
    .optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).optional(),
  TumblingWindowInSeconds: z.literal(0, 'tumbling windows are not known to the local runtime').optional(),
});

const DEFAULT_BATCH_SIZES: Readonly<Record<string, number>> = { sqs: 10, dynamodb: 100 };
/** Default concurrency; Lambda's is higher. */
const DEFAULT_CONCURRENCY = 10;

/** The enabled mappings of the stacks. Throws an error that names an unsupported mapping. */
export function readEventSourceMappings(resources: Resources): EventSourceMapping[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .flatMap((resource) => readMapping(resource, resources));
}

function readMapping(resource: Resource, resources: Resources): EventSourceMapping[] {
  const name = `${resource.stack}/${resource.logicalId}`;
  const parsed = schema.safeParse(resource.properties);
  if (!parsed.success) throw new Error(`${name}: ${z.prettifyError(parsed.error)}`);
  const mapping = parsed.data;
  const invoked = findInvoked(resources, mapping.FunctionName);
  if (!invoked) throw new Error(`${name}: there is no function ${mapping.FunctionName}`);
  return [
    {
      name,
      sourceArn: mapping.EventSourceArn,
      functionResource: invoked.resource,
      functionArn: invoked.arn,
      batchSize: mapping.BatchSize ?? DEFAULT_BATCH_SIZES[mapping.EventSourceArn.split(':')[2] ?? ''] ?? 1,
      accepts: readFilters(name, mapping.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? []),
      reportsItemFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      bisects: mapping.BisectBatchOnFunctionError,
      // Lambda writes "without limit" as -1.
      maximumRetries:
        mapping.MaximumRetryAttempts === -1 ? Number.POSITIVE_INFINITY : mapping.MaximumRetryAttempts,
      failureQueueArn: mapping.DestinationConfig?.OnFailure?.Destination,
      maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
    },
  ];
}

function readFilters(name: string, patterns: readonly string[]): Match {
  try {
    const filters = patterns.map((pattern) => compilePattern(JSON.parse(pattern)));
    return (event) => filters.length === 0 || filters.some((matches) => matches(event));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

import * as z from 'zod';
import type { Match } from '../aws/events/event-pattern.ts';
import { compilePattern } from '../aws/events/event-pattern.ts';
import { findInvoked } from '../functions/qualifiers.ts';
import { readProperties } from '../template/properties.ts';
import type { Resource, Resources } from '../template/resource.ts';

export interface EventSourceMapping {
  readonly name: string;
  readonly sourceArn: string;
  readonly functionResource: Resource;
  readonly functionArn: string;
  readonly batchSize: number;
  /** Whether an event passes the mapping's filters. */
  readonly accepts: Match;
  readonly maximumRetries: number;
  readonly failureQueueArn: string | undefined;
  readonly maximumConcurrency: number;
}

const schema = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number(),
  MaximumBatchingWindowInSeconds: z
    .literal(0, 'batching windows are not known to the local runtime')
    .optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) }).optional(),
  FunctionResponseTypes: z
    .array(z.string(), 'the local runtime knows functions only that report the failed items of a batch')
    .nonempty(),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.number().min(0, 'the local runtime knows no retries without a limit').default(0),
  MaximumRecordAgeInSeconds: z
    .literal(-1, 'maximum ages of records are not known to the local runtime')
    .optional(),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).optional(),
  TumblingWindowInSeconds: z.literal(0, 'tumbling windows are not known to the local runtime').optional(),
});

/** Default concurrency; Lambda's is higher. */
const DEFAULT_CONCURRENCY = 10;

/** The enabled mappings of the stacks. Throws an error that names an unsupported mapping. */
export function readEventSourceMappings(resources: Resources): EventSourceMapping[] {
  return resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .map((resource) => readMapping(resource, resources));
}

function readMapping(resource: Resource, resources: Resources): EventSourceMapping {
  const name = `${resource.stack}/${resource.logicalId}`;
  const mapping = readProperties(resource, schema);
  const invoked = findInvoked(resources, mapping.FunctionName);
  if (!invoked) throw new Error(`${name}: there is no function ${mapping.FunctionName}`);
  const isStream = mapping.EventSourceArn.split(':')[2] === 'dynamodb';
  if (isStream && !mapping.BisectBatchOnFunctionError)
    throw new Error(`${name}: the local runtime knows streams only whose failing batches are halved`);
  return {
    name,
    sourceArn: mapping.EventSourceArn,
    functionResource: invoked.resource,
    functionArn: invoked.arn,
    batchSize: mapping.BatchSize,
    accepts: readFilters(name, mapping.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? []),
    maximumRetries: mapping.MaximumRetryAttempts,
    failureQueueArn: mapping.DestinationConfig?.OnFailure?.Destination,
    maximumConcurrency: mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY,
  };
}

function readFilters(name: string, patterns: readonly string[]): Match {
  try {
    const filters = patterns.map((pattern) => compilePattern(JSON.parse(pattern)));
    return (event) => filters.length === 0 || filters.some((matches) => matches(event));
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

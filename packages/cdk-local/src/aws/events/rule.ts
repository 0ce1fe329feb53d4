import * as z from 'zod';
import { nameOf, readProperties } from '../../template/properties.ts';
import type { Resource, Resources } from '../../template/resource.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Match } from './event-pattern.ts';
import { compilePattern } from './event-pattern.ts';

const unknown = z.never('inputs and parameters of targets are not known to the local runtime').optional();
const targetSchema = z.object({
  Input: unknown,
  InputPath: unknown,
  InputTransformer: unknown,
  SqsParameters: unknown,
  Arn: z.string(),
  RoleArn: z.string().optional(),
  DeadLetterConfig: z.object({ Arn: z.string() }).optional(),
  RetryPolicy: z.object({ MaximumRetryAttempts: z.number().optional() }).optional(),
});

export type Target = z.infer<typeof targetSchema>;

/** An event rule with its pattern compiled. */
export interface Rule {
  readonly arn: string;
  readonly busArn: string;
  /** Never true for a rule with only a schedule. */
  readonly matches: Match;
  /** When the rule fires by itself: `rate(…)` or `cron(…)`. */
  readonly schedule: string | undefined;
  readonly targets: readonly Target[];
}

const ruleSchema = z.object({
  EventBusName: z.string().default('default'),
  EventPattern: z.unknown().optional(),
  ScheduleExpression: z.string().optional(),
  State: z.string().default('ENABLED'),
  Targets: z.array(targetSchema).default([]),
});

/** Whether a pattern matches events that only AWS services send, such as a failed backup. */
const waitsForAwsServices = z.object({ source: z.array(z.string().startsWith('aws.')).min(1) });

/** The stacks' enabled rules that can match local events. Throws an error that names an unsupported one. */
export function readRules(resources: Resources): Rule[] {
  return resources
    .filter(({ type }) => type === 'AWS::Events::Rule')
    .flatMap((rule) => readRule(rule, resources));
}

function readRule(resource: Resource, resources: Resources): Rule[] {
  if (waitsForAwsServices.safeParse(resource.properties.EventPattern).success) return [];
  const { EventBusName, EventPattern, ScheduleExpression, State, Targets } = readProperties(
    resource,
    ruleSchema,
  );
  if (State !== 'ENABLED') return [];
  try {
    const arn = resource.attributes.Arn ?? '';
    for (const { Arn } of Targets) assertKnownTarget(Arn);
    const busArn = busArnOf(resources, EventBusName, arn);
    const onlyScheduled = EventPattern === undefined && ScheduleExpression !== undefined;
    const matches = onlyScheduled ? () => false : compilePattern(EventPattern);
    return [{ arn, busArn, matches, schedule: ScheduleExpression, targets: Targets }];
  } catch (error) {
    throw new Error(`${nameOf(resource)}: ${error instanceof Error ? error.message : error}`);
  }
}

function assertKnownTarget(arn: string): void {
  const [, , service, , , , , qualifier] = arn.split(':');
  // The settings of asynchronous invocations belong to a version or an alias.
  if (service === 'sqs' || (service === 'lambda' && qualifier === undefined)) return;
  throw new Error(`the local runtime cannot send events to ${arn}`);
}

/** A bus by name or ARN; `sibling` is an ARN of the same region and account. */
export function busArnOf(resources: Resources, bus: string, sibling: string): string {
  const resource = findResource(resources, 'AWS::Events::EventBus', bus);
  if (resource?.attributes.Arn) return resource.attributes.Arn;
  if (bus.startsWith('arn:')) return bus;
  return `${sibling.split(':').slice(0, 2).join(':')}:events:${sibling.split(':').slice(3, 5).join(':')}:event-bus/${bus}`;
}

import * as z from 'zod';
import { accessOf } from '../aws/protocol/access.ts';
import { callerFor } from '../aws/protocol/caller.ts';
import { findResource } from '../aws/protocol/find-resource.ts';
import type { Queues } from '../aws/sqs/queues/queues.ts';
import type { Resources } from '../template/resource.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';

const timeoutSchema = z.object({ Timeout: z.number().default(3) });

/**
 * The actions that a function's role needs to read a source:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
 */
const READ_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  sqs: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  dynamodb: ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'],
};

/** Throws an error with the mapping's name and the reason if Lambda would refuse to create or run it. */
export function checkMapping(mapping: EventSourceMapping, resources: Resources, queues: Queues): void {
  const { name, sourceArn, functionResource, failureQueueArn } = mapping;
  const access = accessOf(callerFor(functionResource, resources), resources);
  const service = sourceArn.split(':')[2] ?? '';
  const actions = READ_ACTIONS[service];
  if (!actions) throw new Error(`${name}: the local runtime cannot read events from ${sourceArn}`);
  try {
    for (const action of actions) access.check({ action, resource: sourceArn });
    const type = service === 'sqs' ? 'AWS::SQS::Queue' : 'AWS::DynamoDB::Table';
    access.checkKey(findResource(resources, type, sourceArn), 'kms:Decrypt');
    if (failureQueueArn !== undefined) {
      access.check({ action: 'sqs:SendMessage', resource: failureQueueArn });
      access.checkKey(findResource(resources, 'AWS::SQS::Queue', failureQueueArn), 'kms:GenerateDataKey');
    }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  if (service === 'sqs') checkQueue(mapping, queues);
}

function checkQueue({ name, sourceArn, functionResource }: EventSourceMapping, queues: Queues): void {
  const queue = queues.find(sourceArn);
  if (!queue) throw new Error(`${name}: there is no queue ${sourceArn}`);
  const visibility = queue.settings.visibilityMs / 1000;
  const timeout = timeoutSchema.parse(functionResource.properties).Timeout;
  if (visibility < timeout) {
    throw new Error(
      `${name}: Queue visibility timeout: ${visibility} seconds is less than Function timeout: ${timeout} seconds`,
    );
  }
}

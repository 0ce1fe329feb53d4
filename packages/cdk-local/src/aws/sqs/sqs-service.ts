import * as z from 'zod';
import { queuePolicyFor } from '../../iam/resource-policies.ts';
import type { Resources } from '../../template/resource.ts';
import { AwsError } from '../protocol/aws-error.ts';
import { findResource } from '../protocol/find-resource.ts';
import type { Service } from '../protocol/service.ts';
import type { Queues } from './queues/queues.ts';
import { sqsOperations } from './sqs-operations.ts';

const queueSchema = z.union([
  z.object({ QueueUrl: z.string() }).transform(({ QueueUrl }) => QueueUrl),
  z.object({ QueueName: z.string() }).transform(({ QueueName }) => QueueName),
]);

/** SQS over the runtime's queues. */
export function createSqsService(queues: Queues, resources: Resources): Service {
  return {
    handle: async ({ operation, input, access, traceHeader }) => {
      const run = sqsOperations[operation];
      if (!run)
        throw new AwsError('UnknownOperationException', `${operation} is not known to the local runtime`);
      const queue = queues.find(queueSchema.parse(input));
      const resource = queue && findResource(resources, 'AWS::SQS::Queue', queue.settings.url);
      if (!queue || !resource) {
        throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
      }
      const action = `sqs:${operation.replace(/Batch$/, '')}`;
      const resourcePolicy = queuePolicyFor(resources, resource.ref, access.roleArn ?? '');
      access.check({ action, resource: queue.settings.arn, resourcePolicy });
      if (action === 'sqs:SendMessage') access.checkKey(resource, 'kms:GenerateDataKey');
      if (action === 'sqs:ReceiveMessage' || action === 'sqs:SendMessage')
        access.checkKey(resource, 'kms:Decrypt');
      const sender = { senderId: access.roleArn ?? 'operator', traceHeader };
      return { status: 200, body: await run(queue, input, sender) };
    },
  };
}

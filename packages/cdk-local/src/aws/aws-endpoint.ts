import * as z from 'zod';
import type { DynamoDb } from '../dynamodb/dynamodb.ts';
import type { Faults } from '../faults/faults.ts';
import type { AsynchronousInvocations } from '../functions/asynchronous-invocations.ts';
import type { Connections } from '../gateway/websocket/connections.ts';
import { guard } from '../guard.ts';
import { resourcePolicyFor } from '../iam/resource-policies.ts';
import type { Resources } from '../template/resource.ts';
import { createAccountService } from './account/account-service.ts';
import { type BedrockOptions, createBedrockService } from './bedrock/bedrock-service.ts';
import { handleConnection, isConnectionsPath } from './connections/connections-service.ts';
import { createDynamoDbService } from './dynamodb/dynamodb-service.ts';
import { createEventsService } from './events/events-service.ts';
import { injectRequestFaults } from './inject-request-faults.ts';
import type { AwsServer } from './listen-for-aws.ts';
import { accessOf } from './protocol/access.ts';
import { answerRequest, handleJson } from './protocol/answer-request.ts';
import { AwsError } from './protocol/aws-error.ts';
import type { AwsRequest, AwsRequestRecord } from './protocol/aws-request.ts';
import { type Caller, readCallers } from './protocol/caller.ts';
import { findResource } from './protocol/find-resource.ts';
import type { Service } from './protocol/service.ts';
import type { ObjectStore } from './s3/object-store.ts';
import { createS3Service } from './s3/s3-service.ts';
import { handleSchedule, isSchedulerPath } from './scheduler/scheduler-service.ts';
import type { Schedules } from './scheduler/schedules.ts';
import { createSecretsService } from './secrets/secrets-service.ts';
import type { Queues } from './sqs/queues/queues.ts';
import { sqsOperations } from './sqs/sqs-operations.ts';

export interface AwsEndpointOptions extends Omit<BedrockOptions, 'resources'> {
  /** Already listening: its port is in the queue URLs of `resources`. */
  readonly aws: AwsServer;
  readonly resources: Resources;
  readonly dynamodb: DynamoDb;
  readonly queues: Queues;
  readonly invocations: AsynchronousInvocations;
  readonly connections: Connections;
  readonly objects: ObjectStore;
  readonly schedules: Schedules;
  readonly secrets: Readonly<Record<string, string>>;
  readonly faults: Faults;
  readonly onRequest?: ((request: AwsRequestRecord) => void) | undefined;
  /** Reports problems to the developer in one line, such as a denied request. */
  readonly report: (line: string) => void;
}

/** Serves the AWS services, and checks each request against the policies of the calling function. */
export function serveAws(options: AwsEndpointOptions): void {
  const { aws, resources, dynamodb, queues, connections, objects, schedules, onRequest } = options;
  const { invocations, faults, report } = options;
  const callerOf = readCallers(resources, aws.operatorKey);
  const defaultArn = resources.find(({ type }) => type === 'AWS::Lambda::Function')?.attributes.Arn ?? '';
  const targets: Readonly<Record<string, Service>> = {
    DynamoDB_20120810: createDynamoDbService(dynamodb, resources, {
      measured: onRequest !== undefined,
    }),
    AmazonSQS: createSqsService(queues, resources),
    AWSEvents: createEventsService({ resources, queues, invocations, report, defaultArn }),
    secretsmanager: createSecretsService(resources, options.secrets),
  };

  const run = injectRequestFaults({ faults, resources }, async (request: AwsRequest, caller: Caller) => {
    const access = accessOf(caller, resources);
    if (isConnectionsPath(request.path)) return handleConnection(request, { connections, resources, access });
    if (isSchedulerPath(request.path)) return handleSchedule(request, { schedules, resources, access });
    const service = targets[request.service];
    if (!service)
      throw new AwsError(
        'UnknownOperationException',
        `${request.service} is not known to the local runtime`,
        404,
      );
    const input: unknown = JSON.parse(request.body.toString() || '{}');
    return service.handle({ operation: request.operation, input, access, traceHeader: request.traceHeader });
  });

  const services = [
    createS3Service({ resources, objects, faults }),
    createBedrockService(options),
    createAccountService(resources),
  ];
  aws.server.on(
    'request',
    guard((message, response) => {
      const handler = services.map((find) => find(message)).find(Boolean) ?? handleJson(message, run);
      void answerRequest({ message, response, handler, callerOf, report, onRequest });
    }),
  );
}

const queueSchema = z.object({ QueueUrl: z.string() });

/** SQS over the runtime's queues. */
function createSqsService(queues: Queues, resources: Resources): Service {
  return {
    handle: async ({ operation, input, access, traceHeader }) => {
      const run = sqsOperations[operation];
      if (!run)
        throw new AwsError('UnknownOperationException', `${operation} is not known to the local runtime`);
      const queue = queues.find(queueSchema.parse(input).QueueUrl);
      const resource = queue && findResource(resources, 'AWS::SQS::Queue', queue.settings.url);
      if (!queue || !resource) {
        throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
      }
      const action = `sqs:${operation.replace(/Batch$/, '')}`;
      const resourcePolicy = resourcePolicyFor(resources, resource, access.roleArn ?? '');
      access.check({ action, resource: queue.settings.arn, resourcePolicy });
      const sender = { senderId: access.roleArn ?? 'operator', traceHeader };
      return { status: 200, body: await run(queue, input, sender) };
    },
  };
}

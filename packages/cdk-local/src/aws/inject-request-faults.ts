import * as z from 'zod';
import { type RequestedAction, requestedActions } from '../dynamodb/engine/requested-actions.ts';
import type { Faults } from '../faults/faults.ts';
import { partialBatch } from '../faults/partial-batch.ts';
import type { Resources } from '../template/resource.ts';
import { isConnectionsPath } from './connections/connections-service.ts';
import { errorAnswer } from './protocol/answer-request.ts';
import type { AwsRequest } from './protocol/aws-request.ts';
import type { Caller } from './protocol/caller.ts';
import { findResource } from './protocol/find-resource.ts';
import type { ServiceAnswer } from './protocol/service.ts';

const keySchema = z.object({ KeySchema: z.array(z.object({ AttributeName: z.string() })) });
const text = z.object({ S: z.string() });
const queue = z.object({ QueueUrl: z.string() });
const secret = z.object({ SecretId: z.string() });
const events = z.object({ Entries: z.array(z.object({ DetailType: z.string() })) });

/** The subject of a request, without what differs from run to run: of keys, the text up to the first #. */
function aboutRequest(operation: string, input: unknown, resources: Resources) {
  const actions = operation.startsWith('Batch') ? [] : requestedActions(operation, input);
  const subject =
    actions.map((each) => keyClass(each, resources)).join('+') ||
    (queue.safeParse(input).data?.QueueUrl.split('/').at(-1) ??
      secret.safeParse(input).data?.SecretId ??
      events.safeParse(input).data?.Entries[0]?.DetailType ??
      '');
  return { subject, items: operation === 'TransactWriteItems' ? actions.length : 0 };
}

function keyClass({ table: name, index, item }: RequestedAction, resources: Resources): string {
  const table = findResource(resources, 'AWS::DynamoDB::Table', name);
  const names = keySchema.safeParse(table?.properties).data?.KeySchema ?? [];
  const values = names.map(({ AttributeName }) => text.safeParse(item[AttributeName]).data?.S);
  return index ?? values.flatMap((value) => value?.split('#')[0] ?? []).join('/');
}

type Answer = ServiceAnswer & { readonly operation?: string };
type Run = (request: AwsRequest, caller: Caller) => Promise<Answer>;

/** The services behind the JSON protocols, as `requestFaults` calls them. */
const SERVICES: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  AWSEvents: 'events',
  secretsmanager: 'secretsmanager',
};

export function injectRequestFaults(
  { faults, resources }: { readonly faults: Faults; readonly resources: Resources },
  run: Run,
): Run {
  return (request, caller) => {
    const { service, method, body, traceHeader, sdkId } = request;
    const known = SERVICES[service];
    const other = isConnectionsPath(request.path) ? 'connections' : 'scheduler';
    const described = {
      service: known ?? other,
      operation: known === undefined ? method : request.operation,
      about: () => aboutRequest(request.operation, parsed(body), resources),
      functionName: caller.functionName,
      traceHeader,
      sdkId,
    };
    return faults.request(described, {
      whole: () => run(request, caller),
      part: async (fraction) => {
        const input = parsed(body);
        const partial = partialBatch(request.operation, input, fraction);
        if (!partial) return run(request, caller);
        if (partial.rest === undefined) return { status: 200, body: partial.answer(undefined) };
        const answer = await run({ ...request, body: Buffer.from(JSON.stringify(partial.rest)) }, caller);
        return answer.status === 200 ? { ...answer, body: partial.answer(answer.body) } : answer;
      },
      refuse: (error, details) => errorAnswer(service, error, details),
    });
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

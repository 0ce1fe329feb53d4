import type { Faults } from '../faults/faults.ts';
import { partialBatch } from '../faults/partial-batch.ts';
import type { Resources } from '../template/resource.ts';
import { isConnectionsPath } from './connections/connections-service.ts';
import { errorAnswer } from './protocol/answer-request.ts';
import type { AwsRequest } from './protocol/aws-request.ts';
import type { Caller } from './protocol/caller.ts';
import type { ServiceAnswer } from './protocol/service.ts';
import { requestSubject, transactionSize } from './request-subject.ts';

type Answer = ServiceAnswer & { readonly operation?: string };
type Run = (request: AwsRequest, caller: Caller) => Promise<Answer>;

/** The services behind the JSON protocols, as `requestFaults` calls them. */
const SERVICES: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  AWSEvents: 'events',
  secretsmanager: 'secretsmanager',
};

/** Answers requests with injected faults. */
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
      about: () => {
        const input = parsed(body);
        return { subject: requestSubject(input, resources), items: transactionSize(input) };
      },
      functionName: caller.kind === 'function' ? caller.functionName : undefined,
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

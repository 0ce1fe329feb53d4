import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { AWS_LIMITS } from '../../limits/aws-limits.ts';
import type { Resources } from '../../template/resource.ts';
import { accessOf } from '../protocol/access.ts';
import { errorAnswer, readRequest } from '../protocol/answer-request.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Caller, CallerOf } from '../protocol/caller.ts';

/** The account of all local resources, as in AWS's own examples. */
export const ACCOUNT = '123456789012';

interface AccountOptions {
  readonly resources: Resources;
  readonly callerOf: CallerOf;
  readonly report: (line: string) => void;
  /** Lambda's concurrent executions. @default those of a new account */
  readonly concurrency?: number;
}

interface Question extends AccountOptions {
  readonly caller: Caller;
  readonly region: string;
  /** The operation, unless the path names it. */
  readonly operation: string;
  /** The last two parts of the path, decoded. */
  readonly kind: string;
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/** The permission that a request needs, and its response: JSON or, for services with form requests, XML. */
interface Operation {
  readonly action: string;
  /** @default '*' */
  readonly resource?: string;
  readonly answer: object | string | AwsError;
}

const SCOPE = /Credential=[^/]+\/\d+\/([^/]+)\/([\w-]+)\/aws4_request/;
const inputSchema = z.record(z.string(), z.string());

/** Settings and quotas of a new AWS account before a deployment. Returns false for another service's request. */
export function createAccountService(
  options: AccountOptions,
): (message: IncomingMessage, response: ServerResponse) => boolean {
  return (message, response) => {
    const [, region = '', service = ''] = SCOPE.exec(message.headers.authorization ?? '') ?? [];
    const operationOf = SERVICES[service];
    if (operationOf) void answer({ message, response, region, operationOf }, options);
    return operationOf !== undefined;
  };
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly region: string;
  readonly operationOf: (question: Question) => Operation | undefined;
}

async function answer(exchange: Exchange, options: AccountOptions): Promise<void> {
  const { message, response, region, operationOf } = exchange;
  const { 'content-type': contentType = '', 'x-amz-target': target = '' } = message.headers;
  const isForm = message.method === 'POST' && contentType.includes('form');
  const send = (status: number, body: unknown, headers = {}) => {
    response.writeHead(status, { ...headers, 'content-type': isForm ? 'text/xml' : 'application/json' });
    response.end(isForm ? body : JSON.stringify(body));
  };
  try {
    const request = await readRequest(message);
    const caller = options.callerOf(request);
    const body = request.body.toString();
    const input = inputSchema.parse(
      isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}'),
    );
    const [path = ''] = message.url?.split('?') ?? [];
    const [kind = '', name = ''] = path.split('/').slice(-2).map(decodeURIComponent);
    const operation = input.Action ?? String(target).split('.').at(-1) ?? '';
    const found = operationOf({ ...options, caller, region, operation, kind, name, input });
    if (!found) throw new AwsError('UnknownOperationException', `${path} is not known to the local runtime`);
    accessOf(caller, options.resources).check({ resource: '*', ...found });
    if (found.answer instanceof AwsError) throw found.answer;
    send(200, found.answer);
  } catch (fault) {
    const error = fault instanceof AwsError ? fault : new AwsError('ValidationException', String(fault));
    if (error.code === 'AccessDeniedException') options.report(`Denied: ${error.message}`);
    const { status, headers, body: json } = errorAnswer('', error);
    const xml = `<ErrorResponse><Error><Code>${error.code}</Code><Message>${error.message}</Message></Error></ErrorResponse>`;
    send(status, isForm ? xml : json, headers);
  }
}

const SERVICES: Readonly<Record<string, Exchange['operationOf']>> = {
  sts: ({ caller }) => {
    const arn = caller.kind === 'function' ? caller.roleArn : `arn:aws:iam::${ACCOUNT}:user/operator`;
    const answer = `<GetCallerIdentityResult><Arn>${arn}</Arn><Account>${ACCOUNT}</Account></GetCallerIdentityResult>`;
    return { action: 'sts:GetCallerIdentity', answer };
  },
  cloudformation: ({ input: { StackName: name = '' }, resources, region }) => ({
    action: 'cloudformation:DescribeStacks',
    resource: `arn:aws:cloudformation:${region}:${ACCOUNT}:stack/${name}/*`,
    answer: resources.some(({ stack }) => stack === name)
      ? `<Stacks><member><StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus></member></Stacks>`
      : new AwsError('ValidationError', `Stack with id ${name} does not exist`),
  }),
  monitoring: ({ input: { DashboardName: name = '' } }) => ({
    action: 'cloudwatch:GetDashboard',
    resource: `arn:aws:cloudwatch::${ACCOUNT}:dashboard/${name}`,
    answer: new AwsError('ResourceNotFound', `Dashboard ${name} does not exist`, 404),
  }),
  ssm: ({ input: { Name: name = '' }, region }) => ({
    action: 'ssm:GetParameter',
    resource: `arn:aws:ssm:${region}:${ACCOUNT}:parameter${name}`,
    answer: /^\/cdk-bootstrap\/\w+\/version$/.test(name)
      ? { Parameter: { Name: name, Value: '30' } }
      : new AwsError('ParameterNotFound', `There is no ${name}.`),
  }),
  lambda: ({ concurrency: all = AWS_LIMITS.lambda.concurrency }) => ({
    action: 'lambda:GetAccountSettings',
    answer: { AccountLimit: { ConcurrentExecutions: all, UnreservedConcurrentExecutions: all } },
  }),
  apigateway: ({ region }) => ({
    action: 'apigateway:GET',
    resource: `arn:aws:apigateway:${region}::/account`,
    answer: { throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 } },
  }),
  servicequotas: ({ operation, input }) => ({
    action: `servicequotas:${operation}`,
    answer: { Quota: { ...input, Value: 10_000 } },
  }),
  backup: ({ name }) =>
    name === 'account-settings'
      ? { action: 'backup:DescribeRegionSettings', answer: BACKUP_SETTINGS }
      : { action: 'backup:ListBackupVaults', answer: { BackupVaultList: [] } },
  bedrock: ({ kind, name, region }) => {
    const modelArn = `arn:aws:bedrock:${region}::foundation-model/${name.replace(/^[^.]+\./, '')}`;
    const operations: Readonly<Record<string, Operation>> = {
      'foundation-models': {
        action: 'bedrock:GetFoundationModel',
        answer: { modelDetails: { modelId: name } },
      },
      'inference-profiles': { action: 'bedrock:GetInferenceProfile', answer: { models: [{ modelArn }] } },
      'foundation-model-availability': {
        action: 'bedrock:GetFoundationModelAvailability',
        answer: { agreementAvailability: { status: 'AVAILABLE' } },
      },
    };
    return operations[kind];
  },
};

const BACKUP_SETTINGS = {
  ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
  ResourceTypeManagementPreference: { DynamoDB: true },
};

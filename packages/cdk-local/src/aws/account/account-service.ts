import * as z from 'zod';
import { CONCURRENCY } from '../../functions/concurrency.ts';
import type { Resources } from '../../template/resource.ts';
import { accessOf } from '../protocol/access.ts';
import { type FindHandler, jsonError } from '../protocol/answer-request.ts';
import { AwsError } from '../protocol/aws-error.ts';
import type { Caller } from '../protocol/caller.ts';

/** The account of all local resources, as in AWS's own examples. */
export const ACCOUNT = '123456789012';

interface Question {
  readonly resources: Resources;
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

/** Settings and quotas of a new AWS account before a deployment. */
export function createAccountService(resources: Resources): FindHandler {
  return ({ method, headers }) => {
    const [, region = '', service = ''] = SCOPE.exec(headers.authorization ?? '') ?? [];
    const operationOf = SERVICES[service];
    if (!operationOf) return undefined;
    const isForm = method === 'POST' && headers['content-type']?.includes('form') === true;
    const type = { 'content-type': isForm ? 'text/xml' : 'application/json' };
    return {
      service,
      operation: '',
      run: async ({ url: { pathname }, body: bytes }, caller) => {
        const body = bytes.toString();
        const input = inputSchema.parse(
          isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}'),
        );
        const [kind = '', name = ''] = pathname.split('/').slice(-2).map(decodeURIComponent);
        const operation = input.Action ?? headers['x-amz-target']?.toString().split('.').at(-1) ?? '';
        const found = operationOf({ resources, caller, region, operation, kind, name, input });
        if (!found)
          throw new AwsError('UnknownOperationException', `${pathname} is not known to the local runtime`);
        accessOf(caller, resources).check({ resource: '*', ...found });
        const { answer } = found;
        if (answer instanceof AwsError) throw answer;
        return {
          status: 200,
          headers: type,
          body: typeof answer === 'string' ? answer : JSON.stringify(answer),
        };
      },
      refuse: (error) => {
        const answer = jsonError(error);
        if (!isForm) return answer;
        const { code, message } = error;
        const body = `<ErrorResponse><Error><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
        return { ...answer, headers: { ...answer.headers, ...type }, body };
      },
    };
  };
}

const SERVICES: Readonly<Record<string, (question: Question) => Operation | undefined>> = {
  sts: ({ caller }) => {
    const arn = caller.roleArn ?? `arn:aws:iam::${ACCOUNT}:user/operator`;
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
  lambda: () => ({
    action: 'lambda:GetAccountSettings',
    answer: {
      AccountLimit: { ConcurrentExecutions: CONCURRENCY, UnreservedConcurrentExecutions: CONCURRENCY },
    },
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

import * as z from 'zod';
import { CONCURRENCY } from '../../functions/concurrency.ts';
import type { Resources } from '../../template/resource.ts';
import { type FindHandler, jsonError } from '../protocol/answer-request.ts';
import { AwsError } from '../protocol/aws-error.ts';

/** The account of all local resources, as in AWS's own examples. */
export const ACCOUNT = '123456789012';

interface Question {
  readonly resources: Resources;
  /** The last two parts of the path, decoded. */
  readonly kind: string;
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

const SCOPE = /Credential=[^/]+\/\d+\/[^/]+\/([\w-]+)\/aws4_request/;
const inputSchema = z.record(z.string(), z.string());

/** Settings and quotas of a new AWS account before a deployment. Only the operator asks for them. */
export function createAccountService(resources: Resources): FindHandler {
  return ({ method, headers }) => {
    const [, service = ''] = SCOPE.exec(headers.authorization ?? '') ?? [];
    const answerTo = SERVICES[service];
    if (!answerTo) return undefined;
    const isForm = method === 'POST' && headers['content-type']?.includes('form') === true;
    const type = { 'content-type': isForm ? 'text/xml' : 'application/json' };
    return {
      service,
      operation: '',
      run: async ({ url: { pathname }, body: bytes }, { kind: caller }) => {
        if (caller !== 'operator')
          throw new AwsError('AccessDeniedException', `${service} answers the operator only`);
        const body = bytes.toString();
        const input = inputSchema.parse(
          isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}'),
        );
        const [kind = '', name = ''] = pathname.split('/').slice(-2).map(decodeURIComponent);
        const answer = answerTo({ resources, kind, name, input });
        if (answer instanceof AwsError) throw answer;
        if (answer === undefined)
          throw new AwsError('UnknownOperationException', `${pathname} is not known to the local runtime`);
        const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
        return { status: 200, headers: type, body: text };
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

/** The response of each service: JSON or, for services with form requests, XML. */
const SERVICES: Readonly<Record<string, (question: Question) => object | string | undefined>> = {
  sts: () =>
    `<GetCallerIdentityResult><Arn>arn:aws:iam::${ACCOUNT}:user/operator</Arn><Account>${ACCOUNT}</Account></GetCallerIdentityResult>`,
  cloudformation: ({ input: { StackName: name = '' }, resources }) =>
    resources.some(({ stack }) => stack === name)
      ? `<Stacks><member><StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus></member></Stacks>`
      : new AwsError('ValidationError', `Stack with id ${name} does not exist`),
  monitoring: ({ input: { DashboardName: name = '' } }) =>
    new AwsError('ResourceNotFound', `Dashboard ${name} does not exist`, 404),
  ssm: ({ input: { Name: name = '' } }) =>
    /^\/cdk-bootstrap\/\w+\/version$/.test(name)
      ? { Parameter: { Name: name, Value: '30' } }
      : new AwsError('ParameterNotFound', `There is no ${name}.`),
  lambda: () => ({
    AccountLimit: { ConcurrentExecutions: CONCURRENCY, UnreservedConcurrentExecutions: CONCURRENCY },
  }),
  apigateway: () => ({ throttleSettings: { rateLimit: 10_000, burstLimit: 5_000 } }),
  servicequotas: ({ input }) => ({ Quota: { ...input, Value: 10_000 } }),
  backup: ({ name }) =>
    name === 'account-settings'
      ? {
          ResourceTypeOptInPreference: { DynamoDB: true, S3: true },
          ResourceTypeManagementPreference: { DynamoDB: true },
        }
      : { BackupVaultList: [] },
  bedrock: ({ kind, name }) =>
    ({
      'foundation-models': { modelDetails: { modelId: name } },
      'inference-profiles': {
        models: [{ modelArn: `arn:aws:bedrock:::foundation-model/${name.replace(/^[^.]+\./, '')}` }],
      },
      'foundation-model-availability': { agreementAvailability: { status: 'AVAILABLE' } },
    })[kind],
};

import { startCarrier } from 'vendor-simulators/carrier/carrier.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { AskAws } from '../../bin/preflight/ask-aws.ts';
import { type Finding, preflight } from '../../bin/preflight/preflight.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import production from '../support/environments/production.ts';
import { put } from '../support/scene.ts';

const ACCOUNT = '123456789012';
const NAME = 'phone-call-agents-production';
const MODEL = 'Bedrock us.amazon.nova-micro-v1:0';
const vendorAccount = { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'right' };
const carrier = await startCarrier({ accountSid: vendorAccount.account_sid, authToken: 'right' });
afterAll(() => carrier.close());
const changeVendorAccount = (changes: object) =>
  put(`${carrier.url}/simulator/accounts/${vendorAccount.account_sid}`, { auth_token: 'right', ...changes });
beforeEach(() => changeVendorAccount({}));

const config: EnvironmentConfig = {
  ...production,
  account: ACCOUNT,
  languageModel: { ...production.languageModel, bedrock: { models: ['us.amazon.nova-micro-v1:0'] } },
  telephony: { ...production.telephony, apiUrl: carrier.url },
};

type Answers = Readonly<Record<string, unknown>>;
const absent = new Error('absent', { cause: 'ResourceNotFoundException none' });
const noStack = new Error('absent', { cause: 'ValidationError Stack with id X does not exist' });
const quota = (Value: number) => ({ Quota: { Value } });
const gateway = (rateLimit: number, burstLimit: number) => ({ throttleSettings: { rateLimit, burstLimit } });
const agreement = (status: string) => ({ agreementAvailability: { status } });
const backup = (DynamoDB: boolean, S3: boolean, isManaged: boolean) => ({
  ResourceTypeOptInPreference: { DynamoDB, S3 },
  ResourceTypeManagementPreference: { DynamoDB: isManaged },
});
const executions = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) => ({
  AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions },
});

/** AWS's answers in an account that has everything, by the action. An Error is a refusal. */
const prepared: Answers = {
  'sts:GetCallerIdentity': `<Arn>arn:aws:iam::${ACCOUNT}:user/me</Arn><Account>${ACCOUNT}</Account>`,
  'ssm:GetParameter': { Parameter: { Value: '30' } },
  'lambda:GetAccountSettings': executions(1000, 1000),
  'apigateway:GET': gateway(10_000, 5000),
  'servicequotas:GetServiceQuota': quota(10_000),
  'backup:DescribeRegionSettings': backup(true, true, true),
  'backup:ListBackupVaults': { BackupVaultList: [{ BackupVaultName: 'Default' }] },
  'bedrock:GetInferenceProfile': {
    models: [{ modelArn: 'arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-micro-v1:0' }],
  },
  'bedrock:GetFoundationModelAvailability': agreement('AVAILABLE'),
  'cloudformation:DescribeStacks': noStack,
  'dynamodb:DescribeTable': absent,
  'secretsmanager:DescribeSecret': absent,
  'cloudwatch:GetDashboard': absent,
};
/** The same after the first deployment, before the operator stores a value. */
const deployed: Answers = {
  ...prepared,
  'cloudformation:DescribeStacks': '<StackStatus>UPDATE_COMPLETE</StackStatus>',
  'dynamodb:DescribeTable': { Table: {} },
  'secretsmanager:DescribeSecret': { VersionIdsToStages: { one: ['AWSCURRENT'] } },
  'secretsmanager:GetSecretValue': { SecretString: JSON.stringify(vendorAccount) },
};

const askOf = (answers: Answers, actions: string[] = []): AskAws => {
  return async (schema, action) => {
    actions.push(action);
    const answer = answers[action];
    if (answer instanceof Error) throw answer;
    return schema.parse(answer);
  };
};

async function findings(answers: Answers, options: Partial<Parameters<typeof preflight>[0]> = {}) {
  const found: Finding[] = [];
  const askIn = () => askOf(answers);
  const asked = { config, askIn, telephonyAccount: vendorAccount, ...options };
  for await (const finding of preflight(asked)) found.push(finding);
  return found;
}
const notOk = (all: readonly Finding[]) => all.filter(({ state }) => state !== 'ok');
const missing = (check: string, text: string) => [
  { state: 'missing', check, text: expect.stringContaining(text) },
];

const UNASKED = { state: 'unknown', text: expect.stringContaining('TELEPHONY_ACCOUNT_SID') };

describe('preflight', () => {
  it('finds everything in a prepared account', async () => {
    const all = await findings(prepared);

    expect(notOk(all)).toEqual([]);
    expect(all.map(({ check }) => check)).toEqual([
      'AWS account',
      'CDK bootstrap',
      'Lambda executions',
      'API Gateway requests',
      'EventBridge events',
      'EventBridge invocations',
      'AWS Backup settings',
      MODEL,
      ...[`table ${NAME}`, `vault ${NAME}`, `dashboard ${NAME}-us-east-1`],
      'subscribers of alarms',
      'secret callback-key',
      'secret telephony',
      'secret llm',
      'secret llm-vendor-b',
      'telephony account',
      'countries to call',
    ]);
  });

  it.each<[check: string, text: string, changes: Answers]>([
    ['CDK bootstrap', 'npx cdk bootstrap', { 'ssm:GetParameter': absent }],
    ['CDK bootstrap', 'version 5', { 'ssm:GetParameter': { Parameter: { Value: '5' } } }],
    ['Lambda executions', '--desired-value 1000', { 'lambda:GetAccountSettings': executions(10, 10) }],
    ['Lambda executions', '600 that no', { 'lambda:GetAccountSettings': executions(1000, 600) }],
    ['API Gateway requests', 'lower callbackThrottle, or', { 'apigateway:GET': gateway(4500, 5000) }],
    ['API Gateway requests', '--desired-value 10000', { 'apigateway:GET': gateway(10_000, 4500) }],
    [
      'AWS Backup settings',
      '--resource-type-management-preference DynamoDB=true',
      { 'backup:DescribeRegionSettings': backup(true, true, false) },
    ],
    [
      'AWS Backup settings',
      'DynamoDB=true,S3=true',
      { 'backup:DescribeRegionSettings': backup(true, false, true) },
    ],
    [MODEL, 'not in us-east-1', { 'bedrock:GetInferenceProfile': absent }],
    [MODEL, 'model-catalog', { 'bedrock:GetFoundationModelAvailability': agreement('NOT_AVAILABLE') }],
    [`table ${NAME}`, 'taken', { 'dynamodb:DescribeTable': { Table: {} } }],
    [
      `vault ${NAME}`,
      'taken',
      { 'backup:ListBackupVaults': { BackupVaultList: [{ BackupVaultName: NAME }] } },
    ],
    [`dashboard ${NAME}-us-east-1`, 'taken', { 'cloudwatch:GetDashboard': '<GetDashboardResponse/>' }],
  ])('tells what is missing: %s, %s', async (check, text, changes) => {
    expect(notOk(await findings({ ...prepared, ...changes }))).toEqual(missing(check, text));
  });

  it.each([
    ['0', missing('subscribers of alarms', '--topic-arn arn:t ')],
    ['2', []],
  ])('tells whether somebody is told of alarms: %s', async (confirmed, found) => {
    const all = await findings({
      ...deployed,
      'cloudformation:DescribeStacks': `<StackStatus>UPDATE_COMPLETE</StackStatus><member><Description>x</Description><OutputKey>AlarmTopic</OutputKey><OutputValue>arn:t</OutputValue></member>`,
      'sns:GetTopicAttributes': `<entry><key>SubscriptionsConfirmed</key><value>${confirmed}</value></entry>`,
    });

    expect(notOk(all).filter(({ check }) => check.startsWith('subscribers'))).toEqual(found);
  });

  it('takes the default of a quota that was never raised', async () => {
    const small = {
      'servicequotas:GetServiceQuota': new Error('absent', { cause: 'NoSuchResourceException none' }),
      'servicequotas:GetAWSDefaultServiceQuota': quota(600),
    };

    expect(notOk(await findings({ ...prepared, ...small }))).toEqual(
      missing('EventBridge invocations', '--quota-code L-5540C5E3 --desired-value 880'),
    );
  });

  it('tells secrets that wait for their deletion, and those of a failed creation', async () => {
    const rolledBack = {
      ...prepared,
      'cloudformation:DescribeStacks': '<StackStatus>ROLLBACK_COMPLETE</StackStatus>',
    };
    const deleted = { ...prepared, 'secretsmanager:DescribeSecret': { DeletedDate: 1_764_000_000.5 } };
    const left = { ...rolledBack, 'secretsmanager:DescribeSecret': { VersionIdsToStages: {} } };

    expect(notOk(await findings(deleted)).map(({ text }) => text)).toEqual(
      Array(4).fill(expect.stringContaining('delete-secret --force-delete-without-recovery')),
    );
    expect(notOk(await findings(left)).map(({ text }) => text)).toEqual(
      Array(4).fill(expect.stringContaining('taken')),
    );
  });

  it('tells secrets without a value once the stack exists, and takes the stored telephony account', async () => {
    const two = { VersionIdsToStages: { one: ['AWSPREVIOUS'], two: ['AWSCURRENT'] } };

    const before = await findings(deployed);
    const after = await findings(
      { ...deployed, 'secretsmanager:DescribeSecret': two },
      { telephonyAccount: undefined },
    );

    expect(notOk(before).map(({ check, text }) => [check, text.includes('put-secret-value')])).toEqual([
      ['secret telephony', true],
      ['secret llm', true],
      ['secret llm-vendor-b', true],
    ]);
    expect(notOk(after)).toEqual([]);
  });

  it('needs no secret that no model uses, and no new table beside a restored one', async () => {
    const { platformModels, bedrock, ...languageModel } = config.languageModel;
    const usualModel = 'us.amazon.nova-micro-v1:0';
    const lean: EnvironmentConfig = {
      ...config,
      restoredTable: { name: 'restored', streamArn: 'arn:aws:dynamodb:x:1:table/restored/stream/1' },
      languageModel: {
        ...{ ...languageModel, bedrock: { models: [usualModel], usualModel } },
        platformModels: { ...platformModels, llm_vendor_b: [] },
      },
    };

    const all = await findings(deployed, { config: lean });

    expect(notOk(all).map(({ check }) => check)).toEqual(['secret telephony']);
    expect(all.some(({ check }) => check.startsWith('table'))).toBe(false);
  });

  it('asks nothing else of another account, and reports what it could not ask', async () => {
    const actions: string[] = [];

    const other = await findings(prepared, {
      ...{
        config: { ...config, account: '999999999999' },
        askIn: () => askOf(prepared, actions),
        telephonyAccount: undefined,
      },
    });
    const denied = await findings({
      ...prepared,
      'apigateway:GET': new Error('the credentials lack apigateway:GET'),
    });

    expect(actions).toEqual(['sts:GetCallerIdentity']);
    expect(other).toMatchObject([...missing('AWS account', '999999999999'), UNASKED, UNASKED]);
    expect(notOk(denied)).toEqual([
      { state: 'unknown', check: 'API Gateway requests', text: 'the credentials lack apigateway:GET' },
    ]);
  });

  it.each([
    [{ type: 'Trial' }, missing('telephony account', 'upgrade')],
    [{ countries: [] }, missing('countries to call', 'none')],
    [
      { countries: [{ iso_code: 'LV', high_risk_tollfraud_numbers_enabled: true }] },
      missing('countries to call', 'LV'),
    ],
    [
      { status: 'suspended' },
      [...missing('telephony account', 'suspended'), ...missing('countries to call', 'refuses')],
    ],
    [
      { auth_token: 'another' },
      [...missing('telephony account', 'refuses'), ...missing('countries to call', 'refuses')],
    ],
  ])('tells what the telephony account lacks: %o', async (changes, expected) => {
    await changeVendorAccount(changes);

    expect(notOk(await findings(prepared))).toEqual(expected);
  });
});

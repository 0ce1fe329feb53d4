import * as z from 'zod';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { stageId } from '../../lib/config/environments.ts';
import { globalName } from '../../lib/config/global-name.ts';
import { backupVaultName } from '../../lib/constructs/backups.ts';
import { secretName } from '../../lib/constructs/secrets.ts';
import { tableName } from '../../lib/constructs/store.ts';
import { type AskAws, unlessMissing } from './ask-aws.ts';
import { type Checks, need } from './check.ts';

/** The state of a stack without resources; a failed creation may have left some. */
const NOT_CREATED = /^(REVIEW_IN_PROGRESS|CREATE_(FAILED|IN_PROGRESS)|ROLLBACK_\w+|DELETE_\w+)$/;

/** The confirmed subscribers of the alarm topic. */
async function checkSubscribers({ name, region }: EnvironmentConfig, ask: AskAws): Promise<string> {
  const StackName = `${stageId(name)}-Monitoring`;
  const answer = await unlessMissing(ask(z.string(), 'cloudformation:DescribeStacks', { StackName }));
  const output = answer?.split('<member>').find((each) => each.includes('<OutputKey>AlarmTopic<'));
  const [, TopicArn] = /<OutputValue>([^<]+)</.exec(output ?? '') ?? [];
  if (TopicArn === undefined) return 'not deployed yet';
  const attributes = await ask(z.string(), 'sns:GetTopicAttributes', { TopicArn });
  const [, confirmed = '0'] = /SubscriptionsConfirmed<\/key>\s*<value>(\d+)/.exec(attributes) ?? [];
  need(
    confirmed !== '0',
    `nobody is notified of alarms: confirm the e-mail from AWS, or aws sns subscribe --region ${region} --topic-arn ${TopicArn} --protocol email --notification-endpoint …`,
  );
  return `${confirmed} confirmed`;
}

/** Whether a stack exists and its creation succeeded. */
export async function isCreated(stack: string, { name }: EnvironmentConfig, ask: AskAws): Promise<boolean> {
  const StackName = `${stageId(name)}-${stack}`;
  const answer = await unlessMissing(ask(z.string(), 'cloudformation:DescribeStacks', { StackName }));
  const [, state] = /<StackStatus>(\w+)</.exec(answer ?? '') ?? [];
  return state !== undefined && !NOT_CREATED.test(state);
}

const described = z.object({
  DeletedDate: z.number().optional(),
  VersionIdsToStages: z.record(z.string(), z.unknown()).default({}),
});
const vaults = z.object({ BackupVaultList: z.array(z.object({ BackupVaultName: z.string() })) });

/** What would block a first deployment, and secrets without the operator's value. */
export function deploymentChecks(config: EnvironmentConfig, ask: AskAws): Checks {
  const { name, region, restoredTable, backup, dashboard } = config;
  const { bedrock, platformModels } = config.languageModel;
  const { table, board, vault } = {
    table: tableName(config),
    board: globalName(config),
    vault: backupVaultName(name),
  };

  /** A name that must belong to the stack or be free. */
  const free = (stack: string, isTaken: () => Promise<boolean>) => async () => {
    if (await isCreated(stack, config, ask)) return `belongs to the stack ${stack}`;
    need(
      !(await isTaken()),
      'taken: delete what a former deployment left, or choose another name for the environment',
    );
    return 'free';
  };
  const exists = (action: string, input: Readonly<Record<string, string>>) => async () =>
    (await unlessMissing(ask(z.unknown(), action, input))) !== undefined;

  const secret = (each: string, isSetByOperator: boolean) => async () => {
    const SecretId = secretName(config, each);
    const found = await unlessMissing(ask(described, 'secretsmanager:DescribeSecret', { SecretId }));
    const command = (verb: string) => `aws secretsmanager ${verb} --region ${region} --secret-id ${SecretId}`;
    need(
      found?.DeletedDate === undefined,
      `it is scheduled for deletion: ${command('delete-secret --force-delete-without-recovery')}, which loses its value`,
    );
    const state = await free('Data', async () => found !== undefined)();
    // Until the operator stores a value, the generated one is the only version.
    const hasValue = Object.keys(found?.VersionIdsToStages ?? {}).length > 1;
    need(
      state === 'free' || hasValue || !isSetByOperator,
      `no value yet: ${command('put-secret-value')} --secret-string …`,
    );
    return state;
  };

  return {
    ...(!restoredTable && {
      [`table ${table}`]: free('Data', exists('dynamodb:DescribeTable', { TableName: table })),
    }),
    ...(backup && {
      // AWS Backup denies access to a vault that doesn't exist, hence the list.
      [`vault ${vault}`]: free('Data', async () => {
        const { BackupVaultList: all } = await ask(
          vaults,
          'backup:ListBackupVaults',
          '/backup-vaults/?maxResults=1000',
        );
        return all.some(({ BackupVaultName: each }) => each === vault);
      }),
    }),
    ...(dashboard && {
      [`dashboard ${board}`]: free('Monitoring', exists('cloudwatch:GetDashboard', { DashboardName: board })),
    }),
    ...(config.alarms && { 'subscribers of alarms': () => checkSubscribers(config, ask) }),
    'secret callback-key': secret('callback-key', false),
    'secret telephony': secret('telephony', true),
    'secret llm': secret('llm', bedrock?.usualModel === undefined),
    'secret llm-vendor-b': secret('llm-vendor-b', platformModels.llm_vendor_b.length > 0),
  };
}

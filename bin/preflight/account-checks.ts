import * as z from 'zod';
import { bootstrapQualifier } from '../../lib/config/bootstrap-qualifier.ts';
import { executionsOf, LEAST_UNRESERVED } from '../../lib/config/concurrency.ts';
import type { EnvironmentConfig } from '../../lib/config/environment-config.ts';
import { type AskAws, unlessMissing } from './ask-aws.ts';
import { type Checks, need } from './check.ts';
import { isCreated } from './deployment-checks.ts';

/** Whether the credentials belong to the configured account. Returns its id and the caller's name. */
export async function checkCaller({ account }: EnvironmentConfig, ask: AskAws): Promise<string> {
  const answer = await ask(z.string(), 'sts:GetCallerIdentity');
  const [, present = ''] = /<Account>(\d+)</.exec(answer) ?? [];
  const caller = `${present}, as ${/<Arn>([^<]+)</.exec(answer)?.[1]}`;
  need(
    account === undefined || account === present,
    `the credentials belong to ${caller}, but the configuration has ${account}: use other credentials`,
  );
  return caller;
}

const parameter = z.object({ Parameter: z.object({ Value: z.coerce.number() }) });
const lambdaSettings = z.object({
  AccountLimit: z.object({ ConcurrentExecutions: z.number(), UnreservedConcurrentExecutions: z.number() }),
});
const gatewayAccount = z.object({
  throttleSettings: z.object({ rateLimit: z.number(), burstLimit: z.number() }),
});
const serviceQuota = z.object({ Quota: z.object({ Value: z.number() }) });
const flags = z.record(z.string(), z.boolean());
const backupSettings = z.object({
  ResourceTypeOptInPreference: flags,
  ResourceTypeManagementPreference: flags,
});

/** The version of the bootstrap stack that every template of the CDK requires. */
const LEAST_BOOTSTRAP = 6;

/** Requirements of the account: the CDK's bootstrap stack, quotas, and AWS Backup settings. */
export function accountChecks(config: EnvironmentConfig, ask: AskAws): Checks {
  const { account, region, concurrency, backup } = config;
  const increase = (service: string, code: string, value: number) =>
    `aws service-quotas request-service-quota-increase --region ${region} --service-code ${service} --quota-code ${code} --desired-value ${value}`;

  /** An EventBridge quota, and how much of it the configured conversations need. */
  const eventQuota = async (QuotaCode: string, needed: number) => {
    const get = (operation: string) =>
      ask(serviceQuota, `servicequotas:${operation}`, { ServiceCode: 'events', QuotaCode });
    // A quota that was never raised may exist only as a default.
    const { Quota } =
      (await unlessMissing(get('GetServiceQuota'))) ?? (await get('GetAWSDefaultServiceQuota'));
    need(
      Quota.Value >= needed,
      `${Quota.Value} a second, of which concurrency.turns needs ${needed}: ${increase('events', QuotaCode, needed)}`,
    );
    return `${Quota.Value} a second`;
  };

  return {
    async 'CDK bootstrap'() {
      const Name = `/cdk-bootstrap/${bootstrapQualifier()}/version`;
      const version =
        (await unlessMissing(ask(parameter, 'ssm:GetParameter', { Name })))?.Parameter.Value ?? 0;
      need(
        version >= LEAST_BOOTSTRAP,
        `${version === 0 ? 'none' : `version ${version}`} in ${region}: npx cdk bootstrap aws://${account ?? '<account>'}/${region}`,
      );
      return `version ${version} in ${region}`;
    },
    async 'Lambda executions'() {
      const path = '/2016-08-19/account-settings/';
      const { AccountLimit } = await ask(lambdaSettings, 'lambda:GetAccountSettings', path);
      const { ConcurrentExecutions: quota, UnreservedConcurrentExecutions: free } = AccountLimit;
      if (!concurrency) return `${quota} at once, none reserved`;
      const { account } = concurrency;
      need(
        quota >= account,
        `${quota} at once, concurrency.account is ${account}: ${increase('lambda', 'L-B99A9384', account)}; until AWS agrees, remove \`concurrency\``,
      );
      const { reserved } = executionsOf(config);
      need(
        free >= reserved + LEAST_UNRESERVED || (await isCreated('Calls', config, ask)),
        `${free} that no other function reserves, the configuration takes ${reserved} and AWS keeps ${LEAST_UNRESERVED}: use another account, or ask for more`,
      );
      return `${quota} at once, ${reserved} reserved`;
    },
    // API Gateway reports limits by region; Service Quotas shows the same in every region.
    async 'API Gateway requests'() {
      const { throttleSettings } = await ask(gatewayAccount, 'apigateway:GET', '/account');
      const { rateLimit, burstLimit } = throttleSettings;
      const above = (['throttle', 'callbackThrottle', 'relayThrottle'] as const).filter(
        (name) => config[name].rate > rateLimit || config[name].burst > burstLimit,
      );
      const has = `${rateLimit} a second, ${burstLimit} at once`;
      // AWS sets the burst to half of the rate.
      const most = Math.max(...above.flatMap((name) => [config[name].rate, 2 * config[name].burst]));
      need(
        above.length === 0,
        `${has}; lower ${above.join(', ')}, or ${increase('apigateway', 'L-8A5B8E43', most)}`,
      );
      return has;
    },
    // Calls publish about one event a second for each turn that is being answered (docs/scale.md).
    'EventBridge events': () => eventQuota('L-9B653E91', concurrency?.turns ?? 0),
    // An event goes to deliveries and to the archive.
    'EventBridge invocations': () => eventQuota('L-5540C5E3', 2 * (concurrency?.turns ?? 0)),
    ...(backup && {
      async 'AWS Backup settings'() {
        const settings = await ask(backupSettings, 'backup:DescribeRegionSettings', '/account-settings');
        const { ResourceTypeOptInPreference: optIn, ResourceTypeManagementPreference: managed } = settings;
        const off = [
          ...(optIn.DynamoDB && optIn.S3 ? [] : ['--resource-type-opt-in-preference DynamoDB=true,S3=true']),
          // Without it, the table's key encrypts its backups, and losing the key loses them.
          ...(managed.DynamoDB ? [] : ['--resource-type-management-preference DynamoDB=true']),
        ];
        need(off.length === 0, `aws backup update-region-settings --region ${region} ${off.join(' ')}`);
        return 'tables and buckets, with the key of the vault';
      },
    }),
  };
}

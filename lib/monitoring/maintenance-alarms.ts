import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CLOUDFRONT_REGION } from '../config/domains.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { backupVaultName } from '../constructs/backups.ts';
import { ownMetric } from './sources.ts';

/** The alarms on secrets and certificates that need renewal, and on backups that don't run. */
export type MaintenanceAlarm = 'secrets-old' | 'certificates-expiring' | 'backups-missing';

/** An alarm on what the operator must renew or repair. */
interface MaintenanceCheck {
  readonly section: MaintenanceAlarm;
  readonly impact: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly comparisonOperator: ComparisonOperator;
  /** Consecutive periods of the metric. @default 1 */
  readonly evaluationPeriods?: number;
  /** Whether a period without values counts against it. @default NOT_BREACHING */
  readonly treatMissingData?: TreatMissingData;
}

const DAY_MINUTES = 1440;

/** The alarms on what the operator must renew or repair: those for which the configuration has a threshold or a backup. */
export const maintenanceAlarms = (config: EnvironmentConfig): readonly MaintenanceCheck[] => [
  ...renewals(config),
  ...(config.backup ? [missingBackups(config)] : []),
];

/** A job that never starts sends no event, so only the count of completed jobs reveals it. */
const missingBackups = ({ name }: EnvironmentConfig): MaintenanceCheck => ({
  section: 'backups-missing',
  impact: 'No daily backup was completed for two days: a loss would reach further back.',
  metric: new Metric({
    namespace: 'AWS/Backup',
    metricName: 'NumberOfBackupJobsCompleted',
    dimensionsMap: { BackupVaultName: backupVaultName(name) },
    statistic: Stats.SUM,
    period: Duration.minutes(DAY_MINUTES),
  }),
  threshold: 1,
  comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
  evaluationPeriods: 2,
  treatMissingData: TreatMissingData.BREACHING,
});

function renewals(config: EnvironmentConfig): readonly MaintenanceCheck[] {
  const { 'secrets-old': age, 'certificates-expiring': daysLeft } = config.alarmThresholds;
  const certificates = daysToExpiry(config);
  const secrets: MaintenanceCheck[] =
    age === undefined
      ? []
      : [
          {
            section: 'secrets-old',
            impact:
              'A key of a vendor’s account is old: whoever has seen it since can still use the account.',
            metric: ownMetric(config, 'SecretAge', { statistic: Stats.MAXIMUM, minutes: DAY_MINUTES }),
            threshold: age * DAY_MINUTES * 60,
            comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
          },
        ];
  if (daysLeft === undefined || !certificates) return secrets;
  return [
    ...secrets,
    {
      section: 'certificates-expiring',
      impact: 'A certificate expires soon: then users and the telephony vendor can no longer connect.',
      metric: certificates,
      threshold: daysLeft,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    },
  ];
}

/** Days until the first custom domain's certificate expires, which ACM reports twice a day. */
function daysToExpiry({ domains = {}, region }: EnvironmentConfig): MathExpression | undefined {
  // An alarm sees only metrics of its own region; CloudFront's certificate is in us-east-1.
  const pages = region === CLOUDFRONT_REGION ? domains.console : undefined;
  const domainsInUse = [domains.api, domains.callbacks, domains.relay, pages];
  const arns = new Set(domainsInUse.flatMap((domain) => domain?.certificateArn ?? []));
  if (arns.size === 0) return undefined;
  const metrics = [...arns].map((CertificateArn, index) => {
    const metric = new Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn },
      statistic: Stats.MINIMUM,
      period: Duration.minutes(DAY_MINUTES),
    });
    return [`certificate${index}`, metric] as const;
  });
  return new MathExpression({
    expression: 'MIN(METRICS())',
    usingMetrics: Object.fromEntries(metrics),
    period: Duration.minutes(DAY_MINUTES),
  });
}

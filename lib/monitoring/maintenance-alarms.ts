import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { CLOUDFRONT_REGION } from '../config/domains.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { ownMetric } from './sources.ts';

/** The alarms on what stops working unless the operator renews it. */
export type MaintenanceAlarm = 'secrets-old' | 'certificates-expiring';

/** An alarm on what the operator must renew. */
interface MaintenanceCheck {
  readonly section: MaintenanceAlarm;
  readonly impact: string;
  readonly metric: IMetric;
  readonly threshold: number;
  readonly comparisonOperator: ComparisonOperator;
}

const DAY_MINUTES = 1440;

/** The alarms on what the operator must renew: those for which the configuration has a threshold. */
export function maintenanceAlarms(config: EnvironmentConfig): readonly MaintenanceCheck[] {
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

/**
 * Days until the first certificate of a custom domain expires, which ACM reports twice a day:
 * https://docs.aws.amazon.com/acm/latest/userguide/cloudwatch-metrics.html
 */
function daysToExpiry({ domains = {}, region }: EnvironmentConfig): MathExpression | undefined {
  // An alarm sees metrics of its own region only, and CloudFront's certificate is in another unless all is there.
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

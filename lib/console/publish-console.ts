import { CfnOutput } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { Domains } from '../config/environment-config.ts';

/** Publishes the console's address: by records in the zone, or by an output for an operator whose zone is elsewhere. */
export function publishConsole(
  scope: Construct,
  {
    distribution,
    domain,
    hostedZone,
  }: {
    readonly distribution: Distribution;
    readonly domain: NonNullable<Domains['console']>;
    readonly hostedZone: Domains['hostedZone'];
  },
): void {
  if (!hostedZone) {
    new CfnOutput(scope, 'Target', {
      value: distribution.distributionDomainName,
      description: `Target of the CNAME of ${domain.name}`,
    });
    return;
  }
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  });
  const record = {
    zone,
    recordName: `${domain.name}.`,
    target: RecordTarget.fromAlias(new CloudFrontTarget(distribution)),
  };
  new ARecord(scope, 'Record', record);
  new AaaaRecord(scope, 'RecordIPv6', record);
}

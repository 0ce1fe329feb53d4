import { CfnOutput } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as apigatewayv2 from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type AaaaRecord,
  ARecord,
  HostedZone,
  type IAliasRecordTarget,
  RecordTarget,
} from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { Domains } from '../../config/domains.ts';

/** A configured domain, and its zone if this account has the zone. */
interface DomainProps {
  readonly domain: NonNullable<Domains['api']>;
  readonly hostedZone: Domains['hostedZone'];
}

/** The domain of a REST API: the stage is not part of its URL. */
export class RestDomain extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { api, domain, hostedZone }: DomainProps & { readonly api: apigateway.RestApi },
  ) {
    super(scope, id);
    const name = new apigateway.DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: apigateway.EndpointType.REGIONAL,
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
    });
    name.addBasePathMapping(api, { stage: api.deploymentStage });
    const { domainNameAliasDomainName: target, domainNameAliasHostedZoneId: zone } = name;
    const alias = new ApiGatewayv2DomainProperties(target, zone);
    publish(this, { name: domain.name, hostedZone, target, alias });
  }
}

/** The domain of a WebSocket API. The stage stays in the URL's path, because the vendor signs the URL. */
export class SocketDomain extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, domain, hostedZone }: DomainProps & { readonly stage: apigatewayv2.WebSocketStage },
  ) {
    super(scope, id);
    const name = new apigatewayv2.DomainName(this, 'Name', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      endpointType: apigatewayv2.EndpointType.REGIONAL,
      securityPolicy: apigatewayv2.SecurityPolicy.TLS_1_2,
    });
    new apigatewayv2.ApiMapping(this, 'Mapping', {
      api: stage.api,
      domainName: name,
      stage,
      apiMappingKey: stage.stageName,
    });
    const { regionalDomainName: target, regionalHostedZoneId: zone } = name;
    const alias = new ApiGatewayv2DomainProperties(target, zone);
    publish(this, { name: domain.name, hostedZone, target, alias });
  }
}

/** Publishes a domain by records in the zone, or by an output if the operator's zone is elsewhere. */
export function publish(
  scope: Construct,
  {
    name,
    hostedZone,
    target,
    alias,
  }: {
    readonly name: string;
    readonly hostedZone: Domains['hostedZone'];
    readonly target: string;
    readonly alias: IAliasRecordTarget;
  },
  Records: readonly (typeof ARecord | typeof AaaaRecord)[] = [ARecord],
): void {
  if (!hostedZone) {
    new CfnOutput(scope, 'Target', { value: target, description: `Target of the CNAME of ${name}` });
    return;
  }
  const { id: hostedZoneId, name: zoneName } = hostedZone;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
  for (const Record of Records)
    new Record(scope, Record === ARecord ? 'Record' : 'RecordIPv6', {
      zone,
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(alias),
    });
}

import { join } from 'node:path';
import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { globalName } from '../config/global-name.ts';
import { ConsoleFiles } from '../console/console-files.ts';
import { type ConsoleHeaders, consoleHeaders } from '../console/console-headers.ts';
import { publish } from '../constructs/api/custom-domain.ts';
import type { RestApi } from '../constructs/api/rest-api.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';

export interface ConsoleStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly console: NonNullable<EnvironmentConfig['console']>;
  readonly data: DataStack;
  readonly api: ApiStack;
}

/** The console and the API under one origin, so that browsers need no CORS permission. */
export class ConsoleStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, console: pages, data, api, ...props }: ConsoleStackProps,
  ) {
    super(scope, id, props);
    const { domains } = config;
    const domain = domains?.console;
    const files = new ConsoleFiles(this, 'Files', { config, console: pages });
    const name = globalName(config);
    const headers = consoleHeaders(this, { name, recordingsUrl: data.recordings.url });
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: `Console of phone-call agents, ${config.name}`,
      ...behavioursOf(this, { name, files, headers, api: api.rest }),
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      // The cheapest class of edge locations.
      priceClass: cloudfront.PriceClass.PRICE_CLASS_100,
      ...(domain && {
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    acknowledgeFindings(distribution, domain !== undefined);
    files.deploy(distribution);
    if (domain)
      publish(
        this,
        {
          name: domain.name,
          hostedZone: domains?.hostedZone,
          target: distribution.distributionDomainName,
          alias: new CloudFrontTarget(distribution),
        },
        [ARecord, AaaaRecord],
      );
    new CfnOutput(this, 'ConsoleUrl', {
      value: `https://${domain?.name ?? distribution.distributionDomainName}`,
      description: 'Address of the console: npm run console signs you in',
    });
  }
}

interface Behaviours {
  readonly name: string;
  readonly files: ConsoleFiles;
  readonly headers: ConsoleHeaders;
  readonly api: RestApi;
}

/** CloudFront's behavior for each path. */
function behavioursOf(scope: Construct, { name, files, headers, api }: Behaviours) {
  const showPage = edgeFunction(scope, 'ShowPage', 'show-page.js');
  const attachSession = edgeFunction(scope, 'AttachSession', 'attach-session.js');
  const page = {
    responseHeadersPolicy: headers.pages,
    origin: S3BucketOrigin.withOriginAccessControl(files.bucket, {
      originAccessControl: new cloudfront.S3OriginAccessControl(scope, 'Access', {
        originAccessControlName: name,
      }),
    }),
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
    compress: true,
    functionAssociations: [showPage],
  };
  const { host, path } = api.origin;
  return {
    defaultBehavior: page,
    additionalBehaviors: {
      '/v1/*': {
        origin: new HttpOrigin(host, {
          ...(path !== undefined && { originPath: path }),
          protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
          originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
        }),
        // A redirect would come too late: the token would already have been sent unencrypted.
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
        allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
        cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
        // It also forwards Authorization: https://repost.aws/knowledge-center/cloudfront-authorization-header
        originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        responseHeadersPolicy: headers.api,
        functionAssociations: [attachSession],
      },
    },
  };
}

/** A function that handles each request of a client first. */
function edgeFunction(scope: Construct, id: string, file: string): cloudfront.FunctionAssociation {
  const filePath = join(import.meta.dirname, '..', 'console', 'edge', file);
  return {
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    function: new cloudfront.Function(scope, id, {
      code: cloudfront.FunctionCode.fromFile({ filePath }),
      runtime: cloudfront.FunctionRuntime.JS_2_0,
    }),
  };
}

function acknowledgeFindings(distribution: cloudfront.Distribution, hasDomain: boolean): void {
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'People may use the console from any country.' },
    {
      id: 'AwsSolutions-CFR2',
      reason:
        'The pages are files in a cache, and the API behind /v1 has limits, throttles and, in production, a web ACL of its own.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason: 'The API logs every request behind /v1; a log of who fetched public files would be useless.',
    },
  );
  if (hasDomain) return;
  Validations.of(distribution).acknowledge({
    id: 'AwsSolutions-CFR4',
    reason:
      'CloudFront fixes the protocol versions of its own address; a custom domain has TLS 1.2 and later.',
  });
}

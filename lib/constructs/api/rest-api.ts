import { Duration, type Size, Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Domains } from '../../config/domains.ts';
import type { EnvironmentConfig } from '../../config/environment-config.ts';
import type { ServiceFunction } from '../service-function.ts';
import { wildcardFinding } from '../wildcard-finding.ts';
import { apiLogGroup } from './api-log-group.ts';
import { RestDomain } from './custom-domain.ts';
import { addGatewayResponses } from './gateway-responses.ts';

/** The stage of each API; part of its URL. */
export const API_STAGE = 'live';

/** The fields of the access log, which the dashboard reads. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  ip: '$context.identity.sourceIp',
  requestTime: '$context.requestTime',
  httpMethod: '$context.httpMethod',
  resourcePath: '$context.resourcePath',
  status: '$context.status',
  protocol: '$context.protocol',
  responseLength: '$context.responseLength',
  responseLatency: '$context.responseLatency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
  // The message could quote a header with a token.
  error: '$context.error.responseType',
};

export interface RestApiProps {
  readonly config: EnvironmentConfig;
  /** Part of the API's name, by which API Gateway's metrics distinguish it from other APIs of the account. */
  readonly name: string;
  readonly description: string;
  /** Requests a second, and burst, per method for all users together. */
  readonly throttle: EnvironmentConfig['throttle'];
  /** Minimum size of compressed responses, for clients that accept them. @default no compression */
  readonly minCompressionSize?: Size;
  /** Its custom domain. @default API Gateway's address */
  readonly domain: Domains['api'];
  /**
   * Whether every function of the stack is behind the API. The invoking role then covers them by a name prefix, because
   * listing the functions of a large API would exceed the 10,240 characters of a role's inline policies. @default the
   * role lists each function
   */
  readonly hasAllFunctions?: boolean;
}

/** A REST API whose routes are functions, with one error body for all of API Gateway's own responses. */
export class RestApi extends Construct {
  readonly api: apigateway.RestApi;
  /** The role with which API Gateway invokes functions; fewer resources than a permission per function. */
  readonly invoker: iam.Role;
  readonly accessLog: ILogGroup;
  readonly #domain: Domains['api'];
  readonly #hasAllFunctions: boolean;
  readonly #invocations = new iam.PolicyDocument();

  constructor(scope: Construct, id: string, props: RestApiProps) {
    const { config, name, description, throttle, minCompressionSize, domain } = props;
    super(scope, id);
    this.#domain = domain;
    this.#hasAllFunctions = props.hasAllFunctions ?? false;
    this.accessLog = apiLogGroup(this, config);
    this.invoker = new iam.Role(this, 'Invoker', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { invoke: this.#invocations },
    });
    if (this.#hasAllFunctions) this.#allowAllInvocations();
    this.api = new apigateway.RestApi(this, 'Api', {
      restApiName: `phone-call-agents-${config.name}-${name}`,
      description,
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      ...(minCompressionSize && { minCompressionSize }),
      // API keys in a header would let clients choose whose throttle counts.
      apiKeySourceType: apigateway.ApiKeySourceType.AUTHORIZER,
      deployOptions: {
        stageName: API_STAGE,
        throttlingRateLimit: throttle.rate,
        throttlingBurstLimit: throttle.burst,
        loggingLevel: apigateway.MethodLoggingLevel.OFF,
        accessLogDestination: new apigateway.LogGroupLogDestination(this.accessLog),
        accessLogFormat: apigateway.AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
      cloudWatchRole: false,
    });
    // A stack that imports the id may later stop, for example with a custom domain, and CloudFormation refuses to
    // delete an export that a deployed stack still imports.
    Stack.of(this).exportValue(this.api.restApiId);
    addGatewayResponses(this.api);
    acknowledgeFindings(this.api);
    if (!config.webAcl) acknowledgeMissingAcl(this.api);
    if (domain) {
      const hostedZone = config.domains?.hostedZone;
      new RestDomain(this, 'Domain', { api: this.api, domain, hostedZone });
    }
  }

  /** The API's public URL, without a reference to the stage, which would be circular in a function's variable. */
  get url(): string {
    const { host, path = '' } = this.origin;
    return `https://${host}${path}`;
  }

  /** Where CloudFront reaches the API: a host and a path prefix. */
  get origin(): { readonly host: string; readonly path?: string } {
    if (this.#domain && this.#domain.inUse !== false) return { host: this.#domain.name };
    const { region, urlSuffix } = Stack.of(this);
    return { host: `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`, path: `/${API_STAGE}` };
  }

  /** A metric of API Gateway: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html */
  metric(name: 'Count' | '4XXError' | '5XXError' | 'Latency', statistic: string, minutes = 5): Metric {
    return this.api.metric(name, { statistic, period: Duration.minutes(minutes) });
  }

  allowInvocation({ invokedArn, function: { functionArn } }: ServiceFunction): void {
    if (this.#hasAllFunctions) return;
    // Also the function itself: a deployment that introduces the alias changes this role before the routes.
    const resources = [...new Set([invokedArn, functionArn])];
    this.#invocations.addStatements(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }),
    );
  }

  #allowAllInvocations(): void {
    const { partition, region, account, stackName } = Stack.of(this);
    const functions = `arn:${partition}:lambda:${region}:${account}:function:${stackName}-*`;
    this.#invocations.addStatements(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functions] }),
    );
    Validations.of(this.invoker).acknowledge({
      id: wildcardFinding(this.invoker, functions),
      reason:
        'CloudFormation prefixes function names with their stack’s name, and all functions are behind this API except the one that plays tests, which only its queue invokes.',
    });
  }

  addRoute(
    method: string,
    path: string,
    fn: ServiceFunction,
    options: apigateway.MethodOptions,
  ): apigateway.Method {
    this.allowInvocation(fn);
    const { partition, region } = Stack.of(this);
    const integration = new apigateway.Integration({
      type: apigateway.IntegrationType.AWS_PROXY,
      integrationHttpMethod: 'POST',
      uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${fn.invokedArn}/invocations`,
      options: { credentialsRole: this.invoker },
    });
    return this.api.root.resourceForPath(path).addMethod(method, integration, options);
  }

  /** Lets API Gateway itself answer forms posted to a path, without a function. `text` has no $ or #. */
  addFixedAnswer(path: string, contentType: string, text: string): apigateway.Method {
    const integration = new apigateway.MockIntegration({
      passthroughBehavior: apigateway.PassthroughBehavior.NEVER,
      // The content type of the telephony vendor's posts.
      requestTemplates: { 'application/x-www-form-urlencoded': '{"statusCode": 200}' },
      integrationResponses: [
        {
          statusCode: '200',
          responseTemplates: { [contentType]: text },
          responseParameters: { 'method.response.header.Content-Type': `'${contentType}'` },
        },
      ],
    });
    return this.api.root.resourceForPath(path).addMethod('POST', integration, {
      authorizationType: apigateway.AuthorizationType.NONE,
      methodResponses: [
        { statusCode: '200', responseParameters: { 'method.response.header.Content-Type': true } },
      ],
    });
  }
}

function acknowledgeMissingAcl(api: apigateway.RestApi): void {
  const reason =
    'Every request needs a token or our key and the vendor’s signature, each user has a budget, and the stage is throttled; an idle web ACL costs more than everything else in a trial environment.';
  Validations.of(api).acknowledge({ id: 'AwsSolutions-APIG3', reason });
}

function acknowledgeFindings(api: apigateway.RestApi): void {
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG6',
      reason:
        'The access log has each request with the error of its integration, authorizer and gateway. API Gateway would write an execution log into its own group, which never expires and outlives the stack.',
    },
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'The functions validate every request against its endpoint’s schema and report where each issue is.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'Tokens are opaque and belong to programs, not to people who sign in; a Lambda authorizer checks them.',
    },
  );
}

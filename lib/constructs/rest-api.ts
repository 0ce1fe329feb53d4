import { Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { apiLogGroup } from './api-log-group.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { ServiceFunction } from './service-function.ts';

/** The stage of each API; part of its URL. */
export const API_STAGE = 'live';

/** How a REST API is created. */
export interface RestApiProps {
  readonly config: EnvironmentConfig;
  readonly description: string;
  /** Requests a second, and at once, for each method and all users together. */
  readonly throttle: EnvironmentConfig['throttle'];
}

/** A REST API whose routes are functions, with one error body for all answers of API Gateway. */
export class RestApi extends Construct {
  readonly api: apigateway.RestApi;
  /** The role with which API Gateway invokes functions: it needs fewer resources than a permission on each function. */
  readonly invoker: iam.Role;
  readonly #invocations = new iam.PolicyDocument();

  constructor(scope: Construct, id: string, { config, description, throttle }: RestApiProps) {
    super(scope, id);
    this.invoker = new iam.Role(this, 'Invoker', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { invoke: this.#invocations },
    });
    this.api = new apigateway.RestApi(this, 'Api', {
      description,
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      deployOptions: {
        stageName: API_STAGE,
        throttlingRateLimit: throttle.rate,
        throttlingBurstLimit: throttle.burst,
        loggingLevel: apigateway.MethodLoggingLevel.ERROR,
        // Bodies contain what people say and users' credentials.
        dataTraceEnabled: false,
        accessLogDestination: new apigateway.LogGroupLogDestination(apiLogGroup(this, config)),
        accessLogFormat: apigateway.AccessLogFormat.jsonWithStandardFields(),
      },
      cloudWatchRole: false,
    });
    addGatewayResponses(this.api);
    acknowledgeFindings(this.api);
    if (!config.webAcl) acknowledgeMissingAcl(this.api);
  }

  /** The API's public URL, without a reference to the stage resource: a function's variable with it would be a cycle. */
  get url(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `https://${this.api.restApiId}.execute-api.${region}.${urlSuffix}/${API_STAGE}`;
  }

  /** Permits API Gateway to invoke a function. */
  allowInvocation({ function: { functionArn } }: ServiceFunction): void {
    this.#invocations.addStatements(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functionArn] }),
    );
  }

  /** Routes a method and path to a function. */
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
      uri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${fn.function.functionArn}/invocations`,
      options: { credentialsRole: this.invoker },
    });
    return this.api.root.resourceForPath(path).addMethod(method, integration, options);
  }
}

function acknowledgeMissingAcl(api: apigateway.RestApi): void {
  const reason =
    'Every request needs a token or our key and the vendor’s signature, each user has a budget, and the stage is throttled; a web ACL costs more when idle than all the rest of an environment that is for trying.';
  Validations.of(api).acknowledge({ id: 'AwsSolutions-APIG3', reason });
}

function acknowledgeFindings(api: apigateway.RestApi): void {
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'The functions validate every request against the schema of its endpoint and tell the place of each fault.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason:
        'Tokens are opaque and belong to programs, not to people who sign in; a Lambda authorizer checks them.',
    },
  );
}

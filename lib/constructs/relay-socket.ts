import { Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  CfnIntegration,
  CfnIntegrationResponse,
  CfnRoute,
  CfnStage,
  WebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { CONNECTIONS_URL } from '../../lambdas/platform/variables/resources.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { apiLogGroup } from './api/api-log-group.ts';
import { SocketDomain } from './api/custom-domain.ts';
import type { ServiceFunction } from './service-function.ts';

/** The stage of the WebSocket API; part of its URL. */
const STAGE = 'relay';

/** The vendor's frames by type, name and value; missing fields are empty. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: API Gateway replaces the variables.
const KIND_OF_FRAME = '${request.body.type}/${request.body.name}/${request.body.value}';

/** Frames that the service ignores: API Gateway drops them. A route can't match a name with any value. */
const DROPPED_FRAMES = [
  'info/agentSpeaking/on',
  'info/clientSpeaking/on',
  'info/clientSpeaking/off',
] as const;

type RelayRoutes = ReadonlyMap<'$connect' | '$default' | '$disconnect', ServiceFunction>;

/** The WebSocket over which the telephony vendor relays conversations. */
export class RelaySocket extends Construct {
  readonly #api: WebSocketApi;
  readonly #config: EnvironmentConfig;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#config = config;
    this.#api = new WebSocketApi(this, 'Api', {
      apiName: `phone-call-agents-${config.name}-relay`,
      description: 'Conversations with the telephony vendor',
      // Every frame that the service uses goes to `$default`.
      routeSelectionExpression: KIND_OF_FRAME,
    });
  }

  /** The URL that the vendor connects to, exactly as it signs it. */
  get url(): string {
    const domain = this.#config.domains?.relay;
    return `wss://${domain && domain.inUse !== false ? domain.name : this.#host}/${STAGE}`;
  }

  /** A metric of API Gateway: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html */
  metric(
    name: 'ConnectCount' | 'MessageCount' | 'ClientError' | 'ExecutionError' | 'IntegrationError',
  ): Metric {
    return this.#api.metric(name, { statistic: Stats.SUM, period: Duration.minutes(1) });
  }

  /** Routes the vendor's messages, without route responses: the vendor gets nothing but API Gateway's own errors. */
  addRoutes(routes: RelayRoutes): void {
    for (const [key, fn] of routes)
      this.#api.addRoute(key, {
        integration: new WebSocketLambdaIntegration(`Integration${key}`, fn.invoked),
      });
    this.#dropFrames();
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName: STAGE,
      autoDeploy: true,
    });
    this.#configure(stage);
    const { relay: domain, hostedZone } = this.#config.domains ?? {};
    if (domain) new SocketDomain(this, 'Domain', { stage, domain, hostedZone });
    const reason =
      'The telephony vendor has no token: a connection can do nothing until its setup shows our key and its handshake proves to be signed by the call’s account.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }

  /** Permits a function to send to the vendor, and sets the URL as a variable. */
  grantSend(fn: ServiceFunction): void {
    const { partition, region, account } = Stack.of(this);
    const stage = `arn:${partition}:execute-api:${region}:${account}:${this.#api.apiId}/${STAGE}`;
    const connections = ['POST', 'DELETE'].map((method) => `${stage}/${method}/@connections/*`);
    fn.allow(['execute-api:ManageConnections'], connections, {
      wildcard: 'API Gateway generates connection ids at run time; the permission is for this one API.',
    });
    fn.setVariable(CONNECTIONS_URL, `https://${this.#host}/${STAGE}`);
  }

  /** A mock for dropped frames. Without an integration response, API Gateway would send an error for each. */
  #dropFrames(): void {
    const { apiId } = this.#api;
    const mock = new CfnIntegration(this, 'Drop', {
      apiId,
      integrationType: 'MOCK',
      requestTemplates: { '200': '{"statusCode": 200}' },
      templateSelectionExpression: '200',
    });
    new CfnIntegrationResponse(this, 'Dropped', {
      apiId,
      integrationId: mock.ref,
      integrationResponseKey: '$default',
    });
    for (const routeKey of DROPPED_FRAMES)
      new CfnRoute(this, `Drop-${routeKey}`, { apiId, routeKey, target: `integrations/${mock.ref}` });
  }

  get #host(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.#api.apiId}.execute-api.${region}.${urlSuffix}`;
  }

  #configure(stage: WebSocketStage): void {
    const resource = stage.node.defaultChild;
    if (!(resource instanceof CfnStage))
      throw new Error('The WebSocket stage has no CloudFormation resource.');
    resource.accessLogSettings = {
      destinationArn: apiLogGroup(this, this.#config).logGroupArn,
      format: JSON.stringify({
        requestId: '$context.requestId',
        connectionId: '$context.connectionId',
        eventType: '$context.eventType',
        routeKey: '$context.routeKey',
        status: '$context.status',
        integrationError: '$context.integrationErrorMessage',
      }),
    };
    const { rate, burst } = this.#config.relayThrottle;
    resource.defaultRouteSettings = { throttlingRateLimit: rate, throttlingBurstLimit: burst };
  }
}

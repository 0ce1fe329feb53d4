import { Stack, Validations } from 'aws-cdk-lib';
import { CfnStage, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { CONNECTIONS_URL } from '../../lambdas/runtime/variables/resources.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { apiLogGroup } from './api-log-group.ts';
import type { ServiceFunction } from './service-function.ts';
import { wildcardFinding } from './wildcard-finding.ts';

/** The stage of the WebSocket API; part of its URL. */
const STAGE = 'relay';

/** The functions behind the WebSocket, by their routes. */
export type RelayRoutes = ReadonlyMap<'$connect' | '$default' | '$disconnect', ServiceFunction>;

/** The WebSocket over which the telephony vendor sends conversations. */
export class RelaySocket extends Construct {
  readonly #api: WebSocketApi;
  readonly #config: EnvironmentConfig;

  constructor(scope: Construct, id: string, { config }: { readonly config: EnvironmentConfig }) {
    super(scope, id);
    this.#config = config;
    this.#api = new WebSocketApi(this, 'Api', { description: 'Conversations with the telephony vendor' });
  }

  /** The URL that the vendor connects to, exactly as it signs it. */
  get url(): string {
    return `wss://${this.#host}/${STAGE}`;
  }

  /** Routes the vendor's messages to the functions. */
  addRoutes(routes: RelayRoutes): void {
    for (const [key, fn] of routes)
      this.#api.addRoute(key, {
        integration: new WebSocketLambdaIntegration(`Integration${key}`, fn.function),
      });
    const stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.#api,
      stageName: STAGE,
      autoDeploy: true,
    });
    this.#configure(stage);
    const reason =
      'The telephony vendor has no token: a connection can do nothing until its setup shows our key and its handshake proves to be signed by the call’s account.';
    Validations.of(this).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }

  /** Permits a function to send to the vendor; sets the URL as a variable. */
  grantSend(fn: ServiceFunction): void {
    const { partition, region, account } = Stack.of(this);
    const connections = `arn:${partition}:execute-api:${region}:${account}:${this.#api.apiId}/${STAGE}/POST/@connections/*`;
    fn.allow(['execute-api:ManageConnections'], [connections]);
    fn.setVariable(CONNECTIONS_URL, `https://${this.#host}/${STAGE}`);
    Validations.of(fn).acknowledge({
      id: wildcardFinding(fn, connections),
      reason:
        'API Gateway makes up the ids of connections as they are opened; the permission is for this one API.',
    });
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

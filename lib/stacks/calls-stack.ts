import { CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { farewellMarkup } from '../../lambdas/calls/callbacks/twiml/markup.ts';
import { FALLBACK_PATH } from '../../lambdas/numbers/number-urls.ts';
import { CALLBACK_BASE_URL, RELAY_URL } from '../../lambdas/platform/variables/resources.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { WebAcl } from '../constructs/api/web-acl.ts';
import type { KnownQueue } from '../constructs/apply-grant.ts';
import { RelaySocket } from '../constructs/relay-socket.ts';
import { type Triggered, Workers } from '../constructs/workers.ts';
import type { DataStack } from './data-stack.ts';

export interface CallsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
}

/** The connection to the telephony vendor: dialing, hanging up, callbacks and conversations. */
export class CallsStack extends Stack {
  /** The base URL of callbacks, without a trailing slash. */
  readonly callbacksUrl: string;
  readonly callbacks: RestApi;
  readonly relay: RelaySocket;
  readonly queues: ReadonlyMap<string, KnownQueue>;

  constructor(scope: Construct, id: string, { config, bundles, data, ...props }: CallsStackProps) {
    super(scope, id, props);
    const callbacks = new RestApi(this, 'Callbacks', {
      config,
      name: 'callbacks',
      throttle: config.callbackThrottle,
      domain: config.domains?.callbacks,
      description: `Callbacks of the telephony vendor, ${config.name}`,
    });
    if (config.webAcl) {
      const { callbacksPerAddress: perAddress, managedRules } = config.webAcl;
      new WebAcl(this, 'CallbacksWebAcl', {
        config,
        api: callbacks,
        perAddress,
        managedRules,
        hasSecretPaths: true,
      });
    }
    this.callbacks = callbacks;
    this.callbacksUrl = callbacks.url;
    new CfnOutput(this, 'CallbacksUrl', {
      value: this.callbacksUrl,
      description: 'The URL that numbers must point to',
    });
    const relay = new RelaySocket(this, 'Relay', { config });
    new CfnOutput(this, 'RelayUrl', {
      value: relay.url,
      description: 'The URL at which the vendor opens conversations',
    });
    this.relay = relay;
    const addresses = new Map([
      [CALLBACK_BASE_URL, callbacks.url],
      [RELAY_URL, relay.url],
    ]);
    const workers = new Workers(this, { stack: 'Calls', config, bundles, data, relay, addresses });
    this.queues = workers.queues;
    for (const callback of workers.triggeredBy('callback')) routeCallback(callbacks, callback);
    answerOutage(callbacks, config);
    relay.addRoutes(new Map(workers.triggeredBy('socket').map(({ fn, trigger }) => [trigger.route, fn])));
  }
}

/** Answers the vendor with a sentence for callers when the service's functions or data are unavailable. */
function answerOutage(callbacks: RestApi, { telephony }: EnvironmentConfig): void {
  const text = farewellMarkup(telephony.outage);
  const method = callbacks.addFixedAnswer(FALLBACK_PATH, 'text/xml', text);
  const reason =
    'The telephony vendor has no token, and the answer is the same sentence for everybody: it must not depend on anything that could fail.';
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
}

/** Adds a route for the vendor's callbacks; its function verifies the signature. */
function routeCallback(callbacks: RestApi, { fn, trigger }: Triggered<'callback'>): void {
  const options = { authorizationType: AuthorizationType.NONE };
  const method = callbacks.addRoute('POST', trigger.path, fn, options);
  const reason =
    'The telephony vendor has no token: the function verifies our key in the path, then the vendor’s signature of each request.';
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
}

import { Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { CALLBACK_BASE_URL, RELAY_URL } from '../../lambdas/runtime/variables/resources.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { RelaySocket } from '../constructs/relay-socket.ts';
import { RestApi } from '../constructs/rest-api.ts';
import { WebAcl } from '../constructs/web-acl.ts';
import { type Triggered, Workers } from '../constructs/workers.ts';
import type { DataStack } from './data-stack.ts';

/** How the calls stack is created. */
export interface CallsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
}

/** Everything between us and the telephony vendor: dialling, hanging up, callbacks and conversations. */
export class CallsStack extends Stack {
  /** The base URL of callbacks, without a trailing slash. */
  readonly callbacksUrl: string;

  constructor(scope: Construct, id: string, { config, bundles, data, ...props }: CallsStackProps) {
    super(scope, id, props);
    const callbacks = new RestApi(this, 'Callbacks', {
      config,
      throttle: config.callbackThrottle,
      description: `Callbacks of the telephony vendor, ${config.name}`,
    });
    if (config.webAcl) {
      const perAddress = config.webAcl.callbacksPerAddress;
      new WebAcl(this, 'CallbacksWebAcl', { api: callbacks, perAddress });
    }
    this.callbacksUrl = callbacks.url;
    const relay = new RelaySocket(this, 'Relay', { config });
    const addresses = new Map([
      [CALLBACK_BASE_URL, callbacks.url],
      [RELAY_URL, relay.url],
    ]);
    const workers = new Workers(this, { stack: 'Calls', config, bundles, data, relay, addresses });
    for (const callback of workers.triggeredBy('callback')) routeCallback(callbacks, callback);
    relay.addRoutes(new Map(workers.triggeredBy('socket').map(({ fn, trigger }) => [trigger.route, fn])));
  }
}

/** Lets the vendor, whose signature the function verifies, post to it. */
function routeCallback(callbacks: RestApi, { fn, trigger }: Triggered<'callback'>): void {
  const options = { authorizationType: AuthorizationType.NONE };
  const method = callbacks.addRoute('POST', trigger.path, fn, options);
  const reason =
    'The telephony vendor has no token: the function verifies our key in the path, then the vendor’s signature of each request.';
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
}

import { createHash } from 'node:crypto';
import { CfnOutput, Size, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType } from 'aws-cdk-lib/aws-apigateway';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type CataloguedEndpoint, catalogue } from '../../lambdas/catalogue.ts';
import { ownVariablesOf, tableActionsOf } from '../../lambdas/http/endpoint.ts';
import { BASE_URL, CALLBACK_BASE_URL } from '../../lambdas/platform/variables/resources.ts';
import { telephony } from '../../lambdas/vendors/telephony/settings.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { tokenAuthorizer } from '../constructs/api/authorizer.ts';
import { RestApi } from '../constructs/api/rest-api.ts';
import { WebAcl } from '../constructs/api/web-acl.ts';
import { applyGrant, type GrantTargets } from '../constructs/apply-grant.ts';
import {
  type FunctionContext,
  FunctionRole,
  functionLog,
  ServiceFunction,
} from '../constructs/service-function.ts';
import { type Triggered, Workers } from '../constructs/workers.ts';
import type { DataStack } from './data-stack.ts';

export interface ApiStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The base URL of callbacks for calls to numbers. */
  readonly callbacksUrl: string;
}

interface EndpointContext extends FunctionContext, Pick<GrantTargets, 'data' | 'queues'> {
  readonly logGroup: ILogGroup;
}

/** Smaller responses fit into a packet or two, so compression wouldn't help. */
const MIN_COMPRESSION_SIZE = Size.bytes(1_000);

/** API Gateway waits at most 29 seconds; up to three requests to the vendor may take 8 seconds each. */
const VENDOR_TIMEOUT_SECONDS = 29;

/** The API of consumers: a function for each endpoint of the catalogue. */
export class ApiStack extends Stack {
  /** The API's public URL, without a trailing slash. */
  readonly url: string;
  readonly rest: RestApi;
  readonly #roles = new Map<string, FunctionRole>();

  constructor(
    scope: Construct,
    id: string,
    { config, bundles, data, callbacksUrl, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const rest = new RestApi(this, 'Rest', {
      config,
      name: 'api',
      throttle: config.throttle,
      minCompressionSize: MIN_COMPRESSION_SIZE,
      domain: config.domains?.api,
      hasAllFunctions: true,
      description: `Phone-call agents, ${config.name}`,
    });
    const addresses = new Map([
      [CALLBACK_BASE_URL, callbacksUrl],
      [BASE_URL, rest.url],
    ]);
    const context = { config, bundles, addresses };
    const workers = new Workers(this, { stack: 'Api', data, ...context });
    const { queues } = workers;
    const authorizer = tokenAuthorizer(this, rest, workers);
    // One log for all endpoints, and one role per set of permissions: CloudFormation permits 500 resources in a stack.
    const logGroup = functionLog(this, 'EndpointsLog', config);
    for (const [entry, contract] of Object.entries(catalogue)) {
      const fn = this.#endpoint(entry, contract, { data, queues, logGroup, ...context });
      // A bug in shared code stops the authorizer's rollout before it reaches the endpoints.
      fn.function.node.addDependency(authorizer);
      const options = { authorizer, authorizationType: AuthorizationType.CUSTOM };
      rest.addRoute(contract.method, contract.path, fn, options);
    }
    const { webAcl } = config;
    if (webAcl) {
      const { apiPerAddress: perAddress, apiPerToken: perToken, managedRules } = webAcl;
      new WebAcl(this, 'WebAcl', { config, api: rest, perAddress, perToken, managedRules });
    }
    for (const worker of workers.triggeredBy('request')) serveOpenly(rest, worker);
    this.url = rest.url;
    this.rest = rest;
    new CfnOutput(this, 'BaseUrl', { value: this.url, description: 'base_url of the API' });
  }

  #endpoint(
    entry: string,
    contract: CataloguedEndpoint,
    { data, queues, ...context }: EndpointContext,
  ): ServiceFunction {
    const { operation, summary, grants = [], tableIndexes = [] } = contract;
    const tableActions = tableActionsOf(contract);
    const timeoutSeconds =
      contract.timeoutSeconds ??
      (contract.variables?.includes(telephony.apiUrl) ? VENDOR_TIMEOUT_SECONDS : undefined);
    const fn = new ServiceFunction(this, operation.charAt(0).toUpperCase() + operation.slice(1), {
      ...context,
      entry: `api/${entry}`,
      description: summary,
      role: this.#roleFor({ tableActions: [...tableActions].sort(), tableIndexes, grants }),
      variables: ownVariablesOf(contract),
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    });
    data.store.grantTable(fn, tableActions, tableIndexes);
    if (!tableActions.includes('UpdateItem')) data.store.grantRateLimits(fn);
    for (const grant of grants) applyGrant(fn, grant, { data, queues });
    return fn;
  }

  /** The role of the endpoints with these permissions. */
  #roleFor(access: object): FunctionRole {
    const key = JSON.stringify(access);
    const id = `Role${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
    const role =
      this.#roles.get(id) ?? new FunctionRole(this, id, 'Of the endpoints with the same permissions');
    this.#roles.set(id, role);
    return role;
  }
}

/** Adds the routes that need no token. */
function serveOpenly(rest: RestApi, { fn, trigger }: Triggered<'request'>): void {
  const options = { authorizationType: AuthorizationType.NONE };
  const method = rest.addRoute(trigger.method, trigger.path, fn, options);
  Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason: trigger.open });
}

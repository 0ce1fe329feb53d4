import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AuthorizationType, IdentitySource, TokenAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { catalogue } from '../../lambdas/api/catalogue.ts';
import { tableActionsOf } from '../../lambdas/rest/endpoint.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { platformModelsVariable } from '../config/platform-models.ts';
import { RestApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { WebAcl } from '../constructs/web-acl.ts';
import type { DataStack } from './data-stack.ts';

/** How the API stack is created. */
export interface ApiStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The base URL of callbacks for calls to numbers. */
  readonly callbacksUrl: string;
}

/** Seconds for which API Gateway caches the authorizer's decision; a revoked token works for at most this time. */
const AUTHORIZER_CACHE = Duration.seconds(60);

/** API Gateway waits at most 29 seconds; up to three requests to the vendor may take 8 seconds each. */
const VENDOR_TIMEOUT = Duration.seconds(29);

/** Sets the budgets of a token and a user as variables. */
function setBudgets(fn: ServiceFunction, { budgets: { token, user } }: EnvironmentConfig): void {
  fn.setEnvironment('TOKEN_REQUESTS_PER_SECOND', String(token.rate));
  fn.setEnvironment('TOKEN_REQUESTS_AT_ONCE', String(token.burst));
  fn.setEnvironment('USER_REQUESTS_PER_SECOND', String(user.rate));
  fn.setEnvironment('USER_REQUESTS_AT_ONCE', String(user.burst));
}

/** The API of consumers: a function for each endpoint of the catalogue. */
export class ApiStack extends Stack {
  /** The API's public URL, without a trailing slash. */
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    { config, bundles, data, callbacksUrl, ...props }: ApiStackProps,
  ) {
    super(scope, id, props);
    const rest = new RestApi(this, 'Rest', {
      config,
      throttle: config.throttle,
      description: `Phone-call agents, ${config.name}`,
    });
    const authorizer = this.#authorizer(rest, { config, bundles, data });
    for (const [entry, contract] of Object.entries(catalogue)) {
      const { operation, method, path, summary } = contract;
      const { recordingActions, usesTelephony, verifiesTelephony, makesCalls } = contract;
      const { asksForDeliveries, timeoutSeconds, faultsOfBody } = contract;
      const models = contract.storesAgents ? platformModelsVariable(config) : {};
      const name = operation.charAt(0).toUpperCase() + operation.slice(1);
      const fn = new ServiceFunction(this, name, {
        config,
        bundles,
        entry: `api/${entry}`,
        description: summary,
        environment: models,
        ...((usesTelephony || verifiesTelephony) && { timeout: VENDOR_TIMEOUT }),
        ...(timeoutSeconds !== undefined && { timeout: Duration.seconds(timeoutSeconds) }),
      });
      const tableActions = tableActionsOf(contract);
      data.store.grantTable(fn, tableActions, contract.tableIndexes);
      if (!tableActions.includes('UpdateItem')) data.store.grantBudgets(fn);
      setBudgets(fn, config);
      if (recordingActions) data.recordings.grant(fn, recordingActions);
      if (usesTelephony || verifiesTelephony) fn.setEnvironment('TELEPHONY_API_URL', config.telephony.apiUrl);
      if (usesTelephony) {
        fn.setEnvironment('CALLBACK_BASE_URL', callbacksUrl);
        data.secrets.grantTelephony(fn);
        data.callbackKey.grant(fn);
      }
      if (faultsOfBody) {
        fn.setEnvironment('OUTBOUND_ALLOWED_NETWORKS', config.outboundAllowedNetworks.join(','));
      }
      if (asksForDeliveries) {
        const { testsPerMinute, retriesPerMinute, replaysAtOnce } = config.webhooks.requestsPerUser;
        fn.setEnvironment('TESTS_PER_MINUTE', String(testsPerMinute));
        fn.setEnvironment('RETRIES_PER_MINUTE', String(retriesPerMinute));
        fn.setEnvironment('REPLAYS_AT_ONCE', String(replaysAtOnce));
      }
      if (makesCalls) fn.setEnvironment('MAX_OPEN_CALLS', String(config.calls.concurrentPerUser));
      rest.addRoute(method, path, fn, { authorizer, authorizationType: AuthorizationType.CUSTOM });
    }
    const { webAcl } = config;
    if (webAcl) {
      const limits = { perAddress: webAcl.apiPerAddress, perToken: webAcl.apiPerToken };
      new WebAcl(this, 'WebAcl', { api: rest, ...limits });
    }
    this.#serveDocument(rest, { config, bundles });
    this.url = rest.url;
    new CfnOutput(this, 'BaseUrl', { value: this.url, description: 'base_url of the API' });
  }

  #serveDocument(rest: RestApi, { config, bundles }: Pick<ApiStackProps, 'config' | 'bundles'>): void {
    const fn = new ServiceFunction(this, 'OpenApi', {
      config,
      bundles,
      entry: 'api/openapi',
      description: 'Gives the OpenAPI document',
      environment: { BASE_URL: rest.url },
    });
    const options = { authorizationType: AuthorizationType.NONE };
    const reason =
      'The document says how to use the API and holds nothing of its users: tools read it without a token.';
    const method = rest.addRoute('GET', '/v1/openapi.json', fn, options);
    Validations.of(method).acknowledge({ id: 'AwsSolutions-APIG4', reason });
  }

  #authorizer(
    rest: RestApi,
    { config, bundles, data }: Pick<ApiStackProps, 'config' | 'bundles' | 'data'>,
  ): TokenAuthorizer {
    const description = 'Lets the owners of valid tokens in';
    const fn = new ServiceFunction(this, 'CheckToken', {
      config,
      bundles,
      entry: 'api/authorizer',
      description,
    });
    data.store.grantTable(fn, ['GetItem']);
    rest.allowInvocation(fn);
    return new TokenAuthorizer(this, 'Authorizer', {
      handler: fn.function,
      // The role already permits this function; the authorizer would add a wildcard.
      assumeRole: rest.invoker.withoutPolicyUpdates(),
      identitySource: IdentitySource.header('Authorization'),
      validationRegex: '^[Bb]earer +\\S+$',
      resultsCacheTtl: AUTHORIZER_CACHE,
    });
  }
}

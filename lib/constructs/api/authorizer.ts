import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Workers } from '../workers.ts';
import type { RestApi } from './rest-api.ts';

/** Seconds for which API Gateway caches a decision: a revoked token works for at most this time. */
const DECISION_CACHE_SECONDS = 60;

export function tokenAuthorizer(scope: Construct, rest: RestApi, workers: Workers): RequestAuthorizer {
  const [worker] = workers.triggeredBy('authorizer');
  if (!worker) throw new Error('No worker checks tokens.');
  const { fn } = worker;
  rest.allowInvocation(fn);
  return new RequestAuthorizer(scope, 'Authorizer', {
    handler: fn.invoked,
    // The role already permits this function; the construct would add a wildcard.
    assumeRole: rest.invoker.withoutPolicyUpdates(),
    // The answer depends on the token's scopes, so it is cached separately for each operation.
    identitySources: [
      IdentitySource.header('Authorization'),
      IdentitySource.context('httpMethod'),
      IdentitySource.context('resourcePath'),
    ],
    resultsCacheTtl: Duration.seconds(DECISION_CACHE_SECONDS),
  });
}

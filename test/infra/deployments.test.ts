import { App, Duration, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { IdentitySource, MockIntegration, RequestAuthorizer, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { projectContext } from '../../local/synthesize.ts';

describe('a REST API', () => {
  // API Gateway serves a deployment, which is a snapshot: without a new one, a change has no effect.
  it('is deployed anew when its authorizer changes', () => {
    const [hour, minute] = [
      deploymentOf({ ttl: Duration.hours(1) }),
      deploymentOf({ ttl: Duration.minutes(1) }),
    ];

    expect(hour).not.toEqual(minute);
    expect(deploymentOf({ ttl: Duration.minutes(1) })).toEqual(minute);
  });
});

/** The logical id of the deployment of an API whose authorizer's decisions are cached for `ttl`. */
function deploymentOf({ ttl }: { readonly ttl: Duration }): string | undefined {
  const stack = new Stack(
    new App({ context: projectContext(), analyticsReporting: false, builtinCloudFormationValidation: false }),
    'Stack',
  );
  const authorizer = new RequestAuthorizer(stack, 'Authorizer', {
    handler: LambdaFunction.fromFunctionName(stack, 'Function', 'authorizer'),
    identitySources: [IdentitySource.header('Authorization')],
    resultsCacheTtl: ttl,
  });
  new RestApi(stack, 'Api').root.addMethod('GET', new MockIntegration(), { authorizer });
  const [id] = Object.keys(Template.fromStack(stack).findResources('AWS::ApiGateway::Deployment'));
  return id;
}

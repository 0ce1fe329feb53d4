import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { UserThrottle } from '../constructs/api/user-throttle.ts';
import type { ApiStack } from './api-stack.ts';

/** How the stack of the users' throttle is created. */
export interface UserThrottleStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly throttle: NonNullable<EnvironmentConfig['userThrottle']>;
  readonly api: ApiStack;
}

/** The throttle of each user of the API: a stack of its own, since CloudFormation takes 500 resources a stack. */
export class UserThrottleStack extends Stack {
  constructor(scope: Construct, id: string, { config, throttle, api, ...props }: UserThrottleStackProps) {
    super(scope, id, props);
    new UserThrottle(this, 'Users', { config, throttle, restApiId: api.rest.api.restApiId });
    // The plan names the API's stage, which the reference to the API does not say.
    this.addStackDependency(api);
  }
}

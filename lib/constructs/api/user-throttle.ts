import { CfnApiKey, CfnUsagePlan, CfnUsagePlanKey } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import { usageKey } from '../../../lambdas/domain/tokens/usage-key.ts';
import type { EnvironmentConfig } from '../../config/environment-config.ts';
import { usageKeyPool } from '../../config/usage-keys.ts';
import { API_STAGE } from './rest-api.ts';

/** The throttle of an API, and its users. */
export interface UserThrottleProps {
  readonly config: EnvironmentConfig;
  readonly throttle: NonNullable<EnvironmentConfig['userThrottle']>;
  readonly restApiId: string;
}

/**
 * A usage plan, whose throttle API Gateway applies to each key by itself, before that of the stage. The authorizer names the key
 * of each request's user.
 */
export class UserThrottle extends Construct {
  constructor(scope: Construct, id: string, { config, throttle, restApiId }: UserThrottleProps) {
    super(scope, id);
    const pool = usageKeyPool(config);
    const plan = new CfnUsagePlan(this, 'Plan', {
      usagePlanName: pool,
      description: `Limits each user of ${config.name}`,
      apiStages: [{ apiId: restApiId, stage: API_STAGE }],
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
    });
    let last: CfnUsagePlanKey | undefined;
    for (let number = 0; number < throttle.keys; number++) {
      const key = new CfnApiKey(this, `Key${number}`, {
        name: `${pool}-${number}`,
        enabled: true,
        value: usageKey(pool, number),
      });
      const planKey = new CfnUsagePlanKey(this, `PlanKey${number}`, {
        keyId: key.ref,
        keyType: 'API_KEY',
        usagePlanId: plan.ref,
      });
      // API Gateway refuses to add two keys to plans at the same time: https://github.com/serverless/serverless/issues/12065
      if (last) {
        key.addResourceDependency(last);
        planKey.addResourceDependency(last);
      }
      last = planKey;
    }
  }
}

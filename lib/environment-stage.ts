import { Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Bundles } from './bundles.ts';
import { checkConfig } from './config/check-config.ts';
import type { EnvironmentConfig } from './config/environment-config.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { CallsStack } from './stacks/calls-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { EventsStack } from './stacks/events-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';

/** A whole environment: the service with its data, in stacks that are deployed together. */
export class EnvironmentStage extends Stage {
  constructor(
    scope: Construct,
    id: string,
    { config, bundles }: { readonly config: EnvironmentConfig; readonly bundles: Bundles },
  ) {
    checkConfig(config);
    const { region, account } = config;
    super(scope, id, { env: { region, ...(account !== undefined && { account }) } });
    const data = new DataStack(this, 'Data', { config });
    const { callbacksUrl } = new CallsStack(this, 'Calls', { config, bundles, data });
    const api = new ApiStack(this, 'Api', { config, bundles, data, callbacksUrl });
    new EventsStack(this, 'Events', { config, bundles, data, apiUrl: api.url });
    new MonitoringStack(this, 'Monitoring', { config });
  }
}

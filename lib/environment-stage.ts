import { Stack, type StackProps, Stage, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { API_URL } from '../lambdas/platform/variables/resources.ts';
import type { Bundles } from './bundles.ts';
import { checkConfig } from './config/check-config.ts';
import type { EnvironmentConfig } from './config/environment-config.ts';
import { Workers } from './constructs/workers.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { CallsStack } from './stacks/calls-stack.ts';
import { ConsoleStack } from './stacks/console-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
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
    const calls = new CallsStack(this, 'Calls', { config, bundles, data });
    const { callbacksUrl } = calls;
    const api = new ApiStack(this, 'Api', { config, bundles, data, callbacksUrl });
    if (config.console) new ConsoleStack(this, 'Console', { config, console: config.console, data, api });
    new EventsStack(this, 'Events', { config, bundles, data, calls, apiUrl: api.url });
    new MonitoringStack(this, 'Monitoring', { config, data, calls, api });
    this.#tag(config);
  }

  /** Tags every resource that supports tags. Bills show costs by activated tags (docs/cost.md). */
  #tag({ name, tags = {} }: EnvironmentConfig): void {
    const all = { ...tags, project: 'phone-call-agents', environment: name };
    for (const [key, value] of Object.entries(all)) Tags.of(this).add(key, value);
    for (const stack of this.node.children.filter(Stack.isStack)) Tags.of(stack).add('stack', stack.node.id);
  }
}

interface EventsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public URL, which events contain. */
  readonly apiUrl: string;
  readonly calls: CallsStack;
}

/** The path from the table's stream to the event bus, and from there to the users' webhooks. */
class EventsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, bundles, data, apiUrl, calls, ...props }: EventsStackProps,
  ) {
    super(scope, id, props);
    const addresses = new Map([[API_URL, apiUrl]]);
    new Workers(this, { stack: 'Events', config, bundles, data, addresses, queues: calls.queues });
  }
}

import { App, Stack, type StackProps, Stage, Tags } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { API_URL } from '../lambdas/platform/variables/resources.ts';
import { type Bundles, bundleFunctions } from './bundles.ts';
import { checkConfig } from './config/check-config.ts';
import { ConfigurationError } from './config/configuration-error.ts';
import type { EnvironmentConfig } from './config/environment-config.ts';
import { stageId } from './config/environments.ts';
import { withRollout } from './config/rollout.ts';
import { Workers } from './constructs/workers.ts';
import { setFeatureFlags } from './feature-flags.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { CallsStack } from './stacks/calls-stack.ts';
import { ConsoleStack } from './stacks/console-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { deployedByPipeline } from './stacks/deploy-role-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';

export interface PhoneCallAgentsProps {
  /** The environment: see `defineEnvironment`. */
  readonly config: EnvironmentConfig;
  /** The bundle of each function. @default those of this package */
  readonly bundles?: Bundles;
}

/**
 * A whole environment: the service with its data, in stacks that are deployed together. Put your own stacks that use
 * its bus or topic into it, too: `new MyStack(agents, 'Mine', { bus: agents.eventBus })`. Its id is the environment's
 * name in capitals: `ProductionEu` of `production-eu`. Throws ConfigurationError if a setting cannot work.
 */
export class PhoneCallAgents extends Stage {
  /** The bus on which the service publishes its events (docs/events.md). */
  readonly eventBus: EventBus;
  /** The topic that alarms notify. */
  readonly alarmTopic: ITopic;
  /** The base URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  /** The base URL of the telephony vendor's callbacks, without a trailing slash. */
  readonly callbacksUrl: string;
  /** The URL of the telephony vendor's WebSocket. */
  readonly relayUrl: string;

  constructor(scope: Construct, id: string, props: PhoneCallAgentsProps) {
    const config = withRollout(configOf(props, id), scope.node.tryGetContext('rollout'));
    checkConfig(config);
    const { name, region, account } = config;
    if (id !== stageId(name))
      throw new ConfigurationError(
        `The id of the environment ${name} must be ${stageId(name)}, not ${id}: the commands find its stacks by it.`,
      );
    const outer = scope.node.scopes.find((each) => Stage.isStage(each) && !App.isApp(each));
    if (outer)
      throw new ConfigurationError(
        `The environment ${name} must be outside the stage ${outer.node.id}: the commands find its stacks by their names.`,
      );
    const { bundles = bundleFunctions() } = props;
    super(scope, id, { env: { region, ...(account !== undefined && { account }) } });
    setFeatureFlags(this);
    const data = new DataStack(this, 'Data', { config });
    const calls = new CallsStack(this, 'Calls', { config, bundles, data });
    const { callbacksUrl } = calls;
    const api = new ApiStack(this, 'Api', { config, bundles, data, callbacksUrl });
    if (config.console) new ConsoleStack(this, 'Console', { config, console: config.console, data, api });
    new EventsStack(this, 'Events', { config, bundles, data, calls, apiUrl: api.url });
    const monitoring = new MonitoringStack(this, 'Monitoring', { config, data, calls, api });
    this.eventBus = data.bus;
    this.alarmTopic = monitoring.topic;
    this.apiUrl = api.url;
    this.callbacksUrl = callbacksUrl;
    this.relayUrl = calls.relay.url;
    if (config.pipeline) deployedByPipeline(this, config, config.pipeline);
    this.#tag(config);
  }

  /** Tags every resource that supports tags. Bills show costs by activated tags (docs/cost.md). */
  #tag({ name, tags = {} }: EnvironmentConfig): void {
    const all = { ...tags, project: 'phone-call-agents', environment: name };
    for (const [key, value] of Object.entries(all)) Tags.of(this).add(key, value);
    for (const stack of this.node.children.filter(Stack.isStack)) Tags.of(stack).add('stack', stack.node.id);
  }
}

/** The configuration from the properties; JavaScript callers may omit or misspell it. */
function configOf(props: Partial<PhoneCallAgentsProps> | undefined, id: string): EnvironmentConfig {
  if (typeof props?.config === 'object') return props.config;
  throw new ConfigurationError(
    `The environment ${id} must have a configuration: new PhoneCallAgents(app, '${id}', { config }), made with defineEnvironment.`,
  );
}

export interface EventsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public URL, which events contain. */
  readonly apiUrl: string;
  readonly calls: CallsStack;
}

/** The path from the table's stream to the event bus, and on to users' webhooks. */
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

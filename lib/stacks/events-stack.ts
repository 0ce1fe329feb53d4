import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { API_URL } from '../../lambdas/runtime/variables/resources.ts';
import type { Bundles } from '../bundles.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { Workers } from '../constructs/workers.ts';
import type { CallsStack } from './calls-stack.ts';
import type { DataStack } from './data-stack.ts';

/** How the events stack is created. */
export interface EventsStackProps extends StackProps {
  readonly config: EnvironmentConfig;
  readonly bundles: Bundles;
  readonly data: DataStack;
  /** The API's public URL, which events contain. */
  readonly apiUrl: string;
  /** The stack whose queues it fills. */
  readonly calls: CallsStack;
}

/** The path from the table's stream to the event bus, and from there to the users' webhooks. */
export class EventsStack extends Stack {
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

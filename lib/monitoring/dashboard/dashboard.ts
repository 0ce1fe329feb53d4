import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Sources } from '../sources.ts';
import { api } from './api.ts';
import { callsNow } from './calls-now.ts';
import { capacity } from './capacity.ts';
import { turns } from './turns.ts';
import { vendors } from './vendors.ts';
import { webhooks } from './webhooks.ts';

/** The dashboard of an environment: each graph answers the question that is its title. */
export class EnvironmentDashboard extends Dashboard {
  constructor(scope: Construct, id: string, sources: Sources) {
    super(scope, id, { dashboardName: `phone-call-agents-${sources.config.name}` });
    for (const part of [callsNow, turns, webhooks, vendors, api, capacity])
      for (const widget of part(sources)) this.addWidgets(widget);
  }
}

import { describe, expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { DOMAINS, domain, PAGES, stageTemplates } from '../../support/run/stage-templates.ts';

/**
 * Most resources of a stack, and most logs of a query:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatchlogs-limits.html
 */
const MOST_RESOURCES = 500;
const MOST_LOGS = 50;

/**
 * A release that adds endpoints must not be the one that cannot be deployed. An endpoint takes three or four resources;
 * some two fit into what is left of our limit. Then the API needs a second stack.
 */
const FREE_RESOURCES = 40;

describe('production with everything switched on', () => {
  const stacks = stageTemplates({
    ...production,
    console: PAGES,
    domains: {
      ...DOMAINS,
      console: domain('console.example.com'),
      hostedZone: { id: 'Z1', name: 'example.com' },
    },
  });

  it('leaves resources free in each stack', () => {
    const full = Object.entries(stacks)
      .map(([stack, template]) => [stack, Object.keys(template.toJSON().Resources).length] as const)
      .filter(([, resources]) => resources > MOST_RESOURCES - FREE_RESOURCES);

    expect(Object.keys(stacks)).toContain('Console');
    expect(full).toEqual([]);
  });

  it('can query all logs that the path of a call crosses, each once', () => {
    const [query] = Object.values(stacks.Monitoring!.findResources('AWS::Logs::QueryDefinition'));
    const logs: unknown[] = query!.Properties.LogGroupNames;

    expect(logs.length).toBeLessThanOrEqual(MOST_LOGS);
    expect(new Set(logs.map((each) => JSON.stringify(each))).size).toBe(logs.length);
    expect(JSON.stringify(logs).match(/EndpointsLog/g)).toHaveLength(1);
  });
});

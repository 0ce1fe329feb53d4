import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import * as z from 'zod';
import { production } from '../../lib/config/production.ts';
import { staging } from '../../lib/config/staging.ts';
import { synthesizeEnvironment } from '../../local/synthesize.ts';
import { number, type Table, verdict } from '../table.ts';

/** CloudFormation's limit of a stack: https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const MOST_RESOURCES = 500;

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z
        .looseObject({ Metrics: z.array(z.looseObject({ MetricStat: z.unknown().optional() })).optional() })
        .default({}),
    }),
  ),
});

/** A synthesized stack. */
export interface StackResources {
  /** Its name without the environment's. */
  readonly name: string;
  readonly resources: readonly z.infer<typeof template>['Resources'][string][];
}

const ENVIRONMENTS = { Staging: staging, Production: production };

/** Synthesizes an environment and reads its stacks. */
export function stacksOf(id: keyof typeof ENVIRONMENTS): readonly StackResources[] {
  const directory = mkdtempSync(join(tmpdir(), 'phone-call-agents-bench-'));
  try {
    const assembly = new CloudAssembly(synthesizeEnvironment({ id, config: ENVIRONMENTS[id] }, directory));
    return assembly.getNestedAssembly(`assembly-${id}`).stacks.map(({ stackName, template: read }) => ({
      name: stackName.slice(id.length + 1),
      resources: Object.values(template.parse(read).Resources),
    }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Counts the resources of each stack. */
export function resourcesTable(
  staging: readonly StackResources[],
  production: readonly StackResources[],
): Table {
  const most = (name: string) => {
    const counts = [staging, production].map(
      (stacks) => stacks.find((stack) => stack.name === name)?.resources.length ?? 0,
    );
    return [...counts.map((count) => number(count)), verdict(Math.max(...counts), MOST_RESOURCES)];
  };
  return {
    title: 'Resources of a stack',
    note: `CloudFormation's limit is ${MOST_RESOURCES}.`,
    columns: ['stack', 'staging', 'production', 'limit'],
    rows: production.map(({ name }) => [name, ...most(name)]),
  };
}

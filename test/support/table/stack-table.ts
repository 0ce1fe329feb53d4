import { type TableProperties, tableProperties } from 'cdk-local/dynamodb/table/table-properties.ts';
import * as z from 'zod';
import { oncePerRun } from '../run/once-per-run.ts';

const stackTableSchema = z.object({ name: z.string(), properties: tableProperties });

/** The table as staging's stack has it. Only the first file of a test run loads the CDK for it. */
export async function stackTable(): Promise<{ readonly name: string; readonly properties: TableProperties }> {
  return stackTableSchema.parse(JSON.parse(await oncePerRun('table', synthesizeTable)));
}

const template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()) }),
  ),
});

async function synthesizeTable(): Promise<string> {
  const [{ App }, { DataStack }, { default: staging }, { tableName }] = await Promise.all([
    import('aws-cdk-lib'),
    import('../../../lib/stacks/data-stack.ts'),
    import('../environments/staging.ts'),
    import('../../../lib/constructs/store.ts'),
  ]);
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false });
  const stack = new DataStack(app, 'Data', { config: staging });
  const { Resources } = template.parse(app.synth().getStackArtifact(stack.artifactId).template);
  const table = Object.values(Resources).find(({ Type }) => Type === 'AWS::DynamoDB::Table');
  if (!table) throw new Error('The data stack has no table.');
  return JSON.stringify({ name: tableName(staging), properties: table.Properties });
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack, Stage, Validations } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import staging from '../../support/environments/staging.ts';
import { DOMAINS, newStage, PAGES } from '../../support/run/stage-templates.ts';

const finding = z.object({
  ruleName: z.string(),
  violatingConstructs: z.array(z.object({ constructPath: z.string().optional() })),
});
const report = z.object({
  pluginReports: z.array(z.object({ pluginName: z.string(), violations: z.array(finding) })),
});

/** The app's feature flags, as the CDK's command-line tool passes them on. */
const flags = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));

const outdir = mkdtempSync(join(tmpdir(), 'validation-'));
let failure = '';
let findings: { readonly rule: string; readonly path: string }[] = [];

beforeAll(async () => {
  vi.stubEnv('CDK_CONTEXT_JSON', JSON.stringify(flags.context));
  vi.stubEnv('CDK_OUTDIR', outdir);
  // The environments of the operator.
  vi.stubEnv('ENVIRONMENTS_FOLDER', undefined);
  const app = await deployedApp();
  addFaultyStack(app);
  try {
    app.synth();
  } catch (error) {
    failure = String(error);
  }
  findings = readFindings();
}, 180_000);

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(outdir, { recursive: true, force: true });
});

describe('the deployed app', () => {
  it('has no findings of cdk-nag or CloudFormation’s own rules', () => {
    const ours = findings.filter(({ path }) => !path.startsWith('Faulty/'));

    expect(ours).toEqual([]);
  });

  it('cannot be synthesized with a finding', () => {
    expect(failure).toMatch(/^ValidationFailed/);
  });
});

it('an environment with the console and custom domains has no findings either', () => {
  const { app } = newStage(
    { ...staging, console: PAGES, domains: DOMAINS },
    {
      builtinCloudFormationValidation: true,
      postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true },
    },
  );
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

  expect(() => app.synth()).not.toThrow();
}, 180_000);

/** The app of `bin/app.ts`, caught when its validations are set up. */
async function deployedApp(): Promise<App> {
  const of = vi.spyOn(Validations, 'of');
  // The test starts the synthesis; the app would otherwise repeat it when the process ends.
  const once = vi.spyOn(process, 'once');
  await import('../../../bin/app.ts');
  const app = of.mock.calls.map(([scope]) => scope).find((scope) => App.isApp(scope));
  for (const [event, listener] of once.mock.calls) if (event === 'beforeExit') process.off(event, listener);
  vi.restoreAllMocks();
  if (!(app instanceof App)) throw new Error('bin/app.ts sets up no validations.');
  return app;
}

/** A bucket without an access log, and a queue with an unknown property. */
function addFaultyStack(app: App): void {
  const stack = new Stack(new Stage(app, 'Faulty', { env: { region: 'us-east-1' } }), 'Stack');
  new CfnBucket(stack, 'Bucket');
  new CfnQueue(stack, 'Queue').addPropertyOverride('VisibilityTimeOut', 60);
}

function readFindings() {
  const { pluginReports } = report.parse(
    JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')),
  );
  return pluginReports.flatMap(({ pluginName, violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath = '' }) => ({
        rule: `${pluginName}/${ruleName}`,
        path: constructPath,
      })),
    ),
  );
}

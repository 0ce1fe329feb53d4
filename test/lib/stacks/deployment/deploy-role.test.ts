import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import staging from '../../../support/environments/staging.ts';
import { newStage } from '../../../support/run/stage-templates.ts';

const REPOSITORY = 'owner@12/name@34';

const destinations = z.record(z.string(), z.object({ assumeRoleArn: z.string() }));
const assets = z.object({ files: z.record(z.string(), z.object({ destinations })) });
const role = z.object({
  Properties: z.object({
    MaxSessionDuration: z.number().optional(),
    AssumeRolePolicyDocument: z.object({ Statement: z.array(z.unknown()) }),
    Policies: z.array(
      z.object({ PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }) }),
    ),
  }),
});
const arn = z.object({ 'Fn::Sub': z.string() });

const QUALIFIED = { '@aws-cdk/core:bootstrapQualifier': 'ours1' };

describe.each([{}, QUALIFIED])('the stack of the deploying roles, with the context %j', (context) => {
  const config = { ...staging, pipeline: { repository: REPOSITORY } };
  const { app } = newStage(config, { context });
  const outer = app.synth();
  const assembly = outer.getNestedAssembly('assembly-Staging');
  const deployRole = outer.getStackByName('Staging-DeployRole');
  const template = Template.fromJSON(deployRole.template);
  const [deploy, diff] = Object.values(template.findResources('AWS::IAM::Role')).map((found) =>
    role.parse(found),
  );
  const statements = [deploy, diff].map((each) =>
    each?.Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  );
  const assumed = statements.map((of = []) =>
    of.flatMap(({ Resource }) => [Resource].flat().map((one) => arn.parse(one)['Fn::Sub'])),
  );

  it('lets a deployment assume the bootstrap roles that the assembly names, and no other', () => {
    const named = assembly.stacks.flatMap(({ assumeRoleArn, lookupRole }) => [
      assumeRoleArn,
      lookupRole?.arn,
    ]);
    const publishing = readdirSync(assembly.directory)
      .filter((file) => file.endsWith('.assets.json'))
      .map((file) => assets.parse(JSON.parse(readFileSync(join(assembly.directory, file), 'utf8'))))
      .flatMap(({ files }) => Object.values(files))
      .flatMap((file) => Object.values(file.destinations).map(({ assumeRoleArn }) => assumeRoleArn));

    expect(publishing.length).toBeGreaterThan(5);
    expect(new Set(assumed[0])).toEqual(new Set([...named.map(generic), ...publishing.map(generic)]));
    expect(statements[0]).toEqual([expect.objectContaining({ Action: 'sts:AssumeRole', Effect: 'Allow' })]);
  });

  it('lets a pull request only look', () => {
    const looking = assembly.stacks.map(({ lookupRole }) => generic(lookupRole?.arn));

    expect(new Set(assumed[1])).toEqual(new Set(looking));
    expect(statements[1]).toEqual([expect.objectContaining({ Action: 'sts:AssumeRole', Effect: 'Allow' })]);
  });

  it('trusts only jobs of the repository: of the environment, and of pull requests', () => {
    const trusted = [deploy, diff].map((each) => each?.Properties.AssumeRolePolicyDocument.Statement);
    const statement = (subject: string) => [
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: { Federated: expect.anything() },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:${subject}`,
          },
        },
      },
    ];

    expect(trusted).toEqual([statement('environment:staging'), statement('pull_request')]);
  });
});

/** The ARN with CloudFormation's pseudo parameters; a job's own account is the same. */
function generic(found: string | undefined): string | undefined {
  return found?.replace('arn:aws:', 'arn:${AWS::Partition}:');
}

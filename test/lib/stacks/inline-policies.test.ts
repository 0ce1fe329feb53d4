import { join } from 'node:path';
import { loadResources } from 'cdk-local/template/load.ts';
import { expect, it } from 'vitest';
import production from '../../support/environments/production.ts';
import { inLongRegion, newStage, PAGES } from '../../support/run/stage-templates.ts';

/**
 * Most characters of all inline policies of a role, without white space:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
const MOST_CHARACTERS = 10_240;

/** The share of them that policies may have: a new endpoint must not be the one that cannot be deployed. */
const ALLOWED_SHARE = 0.95;

/** Characters that CloudFormation adds to a name: a hyphen, and twelve letters and digits. */
const ADDED_TO_NAME = 13;

const ACCOUNT = '123456789012';

const config = { ...inLongRegion(production), account: ACCOUNT, console: PAGES };

/** The characters of each role's inline policies, longest first. */
async function inlinePolicies(): Promise<readonly { readonly role: string; readonly characters: number }[]> {
  const { app } = newStage(config);
  const assembly = join(app.synth().directory, 'assembly-Production');
  const { resources } = await loadResources(assembly, { region: config.region, account: ACCOUNT });
  const policiesOf = (role: string) =>
    resources.flatMap(({ type, ref, properties: { Policies = [], Roles = [], PolicyDocument } }) => {
      if (type === 'AWS::IAM::Policy') return (Roles as string[]).includes(role) ? [PolicyDocument] : [];
      return type === 'AWS::IAM::Role' && ref === role ? (Policies as unknown[]) : [];
    });
  return resources
    .filter(({ type }) => type === 'AWS::IAM::Role')
    .map(({ ref: role }) => {
      const texts = policiesOf(role).map((policy) => JSON.stringify(policy));
      const names = texts.flatMap((text) => text.match(/"arn:/g) ?? []).length;
      const characters = texts.reduce((sum, { length }) => sum + length, names * ADDED_TO_NAME);
      return { role, characters };
    })
    .sort((one, other) => other.characters - one.characters);
}

it('the inline policies of a role are shorter than IAM permits, in a region with a long name and with everything switched on', async () => {
  const sizes = await inlinePolicies();

  expect(sizes.length).toBeGreaterThan(50);
  expect(sizes[0]?.characters).toBeGreaterThan(1000);
  expect(sizes.filter(({ characters }) => characters > ALLOWED_SHARE * MOST_CHARACTERS)).toEqual([]);
}, 120_000);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, it } from 'vitest';
import type { Domains } from '../../lib/config/environment-config.ts';
import { staging } from '../../lib/config/staging.ts';
import { EnvironmentStage } from '../../lib/environment-stage.ts';
import { projectContext } from '../../local/synthesize.ts';

const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/1';
const domain = (name: string) => ({ name, certificateArn: CERTIFICATE });
const DOMAINS = {
  api: domain('api.example.com'),
  callbacks: domain('calls.example.com'),
  relay: domain('relay.example.com'),
};

const code = mkdtempSync(join(tmpdir(), 'function-'));
writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
afterAll(() => rmSync(code, { recursive: true }));

const { directory, ...withoutZone } = synthesized(DOMAINS);

function synthesized(domains: Domains) {
  const app = new App({
    context: projectContext(),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    postCliContext: { '@aws-cdk/core:failSynthOnValidationErrors': true },
  });
  new EnvironmentStage(app, 'Staging', { config: { ...staging, domains }, bundles: () => code });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  const assembly = app.synth();
  const stacks = assembly.getNestedAssembly('assembly-Staging').stacks;
  const templates = stacks.map(({ template }) => Template.fromJSON(template));
  return {
    directory: assembly.directory,
    ofType: (type: string) => templates.flatMap((each) => Object.values(each.findResources(type))),
    outputs: templates.flatMap((each) => Object.values(each.findOutputs('*'))),
  };
}

const variables = (name: string) =>
  new Set(
    withoutZone
      .ofType('AWS::Lambda::Function')
      .flatMap(({ Properties }) => Properties.Environment?.Variables?.[name] ?? []),
  );

describe('custom domains', () => {
  it('are the addresses that functions give to vendors and users', () => {
    expect(variables('BASE_URL')).toEqual(new Set(['https://api.example.com']));
    expect(variables('API_URL')).toEqual(new Set(['https://api.example.com']));
    // The vendor signs the whole URL, so the function must know it exactly.
    expect(variables('CALLBACK_BASE_URL')).toEqual(new Set(['https://calls.example.com']));
    expect(variables('RELAY_URL')).toEqual(new Set(['wss://relay.example.com/relay']));
  });
});

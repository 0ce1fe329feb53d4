import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type AppProps } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll } from 'vitest';
import type { EnvironmentConfig } from '../../../lib/config/environment-config.ts';
import { stageId } from '../../../lib/config/environments.ts';
import { PhoneCallAgents } from '../../../lib/phone-call-agents.ts';

/** A folder with a function that does nothing, and a console of one page. */
const code = mkdtempSync(join(tmpdir(), 'function-'));
writeFileSync(join(code, 'index.js'), 'exports.handler = () => {};');
mkdirSync(join(code, 'dist'));
writeFileSync(join(code, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
afterAll(() => rmSync(code, { recursive: true }));

export const PAGES = { directory: join(code, 'dist') };

export const domain = (name: string) => ({
  name,
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
});
export const DOMAINS = {
  api: domain('api.example.com'),
  callbacks: domain('calls.example.com'),
  relay: domain('relay.example.com'),
};

/** The environment in a region with a long name, with its inference profiles. */
export const inLongRegion = ({ languageModel, ...config }: EnvironmentConfig): EnvironmentConfig => ({
  ...config,
  region: 'ap-southeast-1',
  languageModel: {
    ...languageModel,
    bedrock: { models: ['apac.amazon.nova-micro-v1:0', 'apac.amazon.nova-lite-v1:0'] },
  },
});

/** An environment in an app of its own, with functions that do nothing. */
export function newStage(config: EnvironmentConfig, options: AppProps = {}) {
  const app = new App({
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
    ...options,
  });
  return { app, stage: new PhoneCallAgents(app, stageId(config.name), { config, bundles: () => code }) };
}

/** The templates of an environment's stacks by their ids. Throws what `cdk synth` would. */
export function stageTemplates(config: EnvironmentConfig): Readonly<Record<string, Template>> {
  const { stacks } = newStage(config).stage.synth();
  return Object.fromEntries(
    stacks.map(({ stackName, template }) => [stackName.replace(/^\w+-/, ''), Template.fromJSON(template)]),
  );
}

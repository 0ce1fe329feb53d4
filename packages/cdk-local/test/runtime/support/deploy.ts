import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Invocation, startFunctions } from '../../../src/functions/start-functions.ts';
import { resource, temporaryDirectory } from '../../support/resources.ts';

type Options = Partial<Omit<Parameters<typeof startFunctions>[0], 'assembly' | 'aws' | 'logDirectory'>>;

export const arnOf = (name: string) => `arn:aws:lambda:eu-west-1:111122223333:function:${name}`;

/** Runs functions with this code and these properties until the end of the test. */
export function deploy(
  code: Readonly<Record<string, string>>,
  properties: object = {},
  options: Options = {},
) {
  const { path, remove } = temporaryDirectory();
  const resources = Object.entries(code).map(([name, source]) => {
    mkdirSync(`${path}/${name}`);
    writeFileSync(`${path}/${name}/index.cjs`, source);
    return resource('AWS::Lambda::Function', name, {
      attributes: { Arn: arnOf(name) },
      properties: { Handler: 'index.handler', Runtime: 'nodejs24.x', ...properties },
    });
  });
  const invocations: Invocation[] = [];
  const functions = startFunctions({
    assembly: { resources, assetDirectory: ({ ref }) => `${path}/${ref}` },
    aws: { url: 'http://127.0.0.1:4000', operatorKey: 'x' },
    logDirectory: `${path}/logs`,
    onInvocation: (invocation) => invocations.push(invocation),
    ...options,
  });
  onTestFinished(async () => {
    await functions.close();
    remove();
  });
  const log = (name: string) => readFileSync(`${path}/logs/${name}.log`, 'utf8');
  return { functions, invocations, log, path };
}

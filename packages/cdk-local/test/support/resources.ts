import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '../../src/template/resource.ts';

/** A new directory; the returned function removes it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'cdk-local-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A resource of a stack named Test, its reference being its logical id. */
export const resource = (type: string, logicalId: string, rest: Partial<Resource> = {}): Resource => ({
  stack: 'Test',
  logicalId,
  type,
  ref: logicalId,
  attributes: {},
  properties: {},
  ...rest,
});

export const queueArn = (name: string) => `arn:aws:sqs:eu-west-1:111122223333:${name}`;

export function queue(name: string, properties: Record<string, unknown> = {}): Resource {
  const ref = `http://127.0.0.1/111122223333/${name}`;
  const attributes = { Arn: queueArn(name), QueueName: name, QueueUrl: ref };
  return resource('AWS::SQS::Queue', name, { ref, attributes, properties });
}

const ACCOUNT = 'eu-west-1:111122223333';
export const roleArn = (name: string) => `arn:aws:iam::111122223333:role/${name}`;
export const functionArn = (name: string) => `arn:aws:lambda:${ACCOUNT}:function:${name}`;

/** A statement of a policy. */
export const allow = (Action: string | string[], Resource: string, more: object = {}) => ({
  ...{ Effect: 'Allow', Action, Resource },
  ...more,
});

/** A role that the service may assume, with these statements. */
export const role = (name: string, service: string, statements: readonly object[]): Resource =>
  resource('AWS::IAM::Role', name, {
    attributes: { Arn: roleArn(name) },
    properties: {
      AssumeRolePolicyDocument: {
        Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: service } }],
      },
      Policies: [{ PolicyName: 'access', PolicyDocument: { Statement: statements } }],
    },
  });

/** A function whose role has these statements. */
export const functionWith = (
  name: string,
  statements: readonly object[],
  properties: object = {},
): Resource[] => [
  role(`${name}Role`, 'lambda.amazonaws.com', statements),
  resource('AWS::Lambda::Function', name, {
    attributes: { Arn: functionArn(name) },
    properties: { Role: roleArn(`${name}Role`), ...properties },
  }),
];

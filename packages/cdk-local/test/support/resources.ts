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

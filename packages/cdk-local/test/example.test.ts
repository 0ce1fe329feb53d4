import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Runtime, startRuntime } from '../src/runtime.ts';
import { type Example, startExample } from './support/start-example.ts';

let example: Example;
let runtime: Runtime;
let sqs: SQSClient;

beforeAll(async () => {
  example = await startExample();
  runtime = example.runtime;
  sqs = new SQSClient(example.aws);
});

afterAll(async () => {
  sqs.destroy();
  await example.close();
});

/** Stores a note. Returns its id. */
async function createNote(text: string): Promise<{ readonly status: number; readonly id: string }> {
  const response = await fetch(`${runtime.url}/notes`, { method: 'POST', body: text });
  const { id } = JSON.parse(await response.text());
  return { status: response.status, id };
}

/** The note when it has these fields. */
const noteWith = (id: string, fields: object) =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${runtime.url}/notes/${id}`);
      const found: unknown = await response.json();
      expect(found).toMatchObject(fields);
      return found;
    },
    { timeout: 60_000 },
  );

it('runs an unrelated CDK app, from its API over the stream and the queue back to the table', async () => {
  const { status, id } = await createNote('milk, bread and a newspaper');

  const note = await noteWith(id, { words: expect.any(Number) });

  expect(status).toBe(201);
  expect(note).toEqual({ text: 'milk, bread and a newspaper', words: 5 });
});

/** https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html */
describe('a function that sends to its own queue', () => {
  const queueUrl = (logicalId: string) =>
    runtime.resources.find((resource) => resource.logicalId.startsWith(logicalId))?.ref;
  const repeat = (queue: string, note: string, left: number) =>
    sqs.send(
      new SendMessageCommand({ QueueUrl: queueUrl(queue), MessageBody: JSON.stringify({ id: note, left }) }),
    );
  const logOf = (id: string) => {
    const name = runtime.resources.find(
      ({ type, logicalId }) => type === 'AWS::Lambda::Function' && logicalId.startsWith(id),
    )?.ref;
    return readFileSync(join(example.directory, 'data', 'logs', `${name}.log`), 'utf8');
  };
  /** A message that a loop lost, with what is left of it. */
  const lostMessage = () =>
    vi.waitFor(
      async () => {
        const { Messages } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl('LostRepeats'),
            MessageSystemAttributeNames: ['All'],
          }),
        );
        expect(Messages).toHaveLength(1);
        return Messages?.[0];
      },
      { timeout: 60_000, interval: 200 },
    );

  it('is stopped after 16 invocations, and its message moves to the dead-letter queue', async () => {
    const { id } = await createNote('again');

    await repeat('Repeats', id, 20);
    const lost = await lostMessage();
    const note = await noteWith(id, { words: 1, repeats: expect.any(Number) });

    expect(note).toMatchObject({ repeats: 16 });
    expect(JSON.parse(lost?.Body ?? '')).toEqual({ id, left: 4 });
    expect(lost?.Attributes?.AWSTraceHeader).toMatch(/;Lineage=[0-9a-f]{8}:15$/);
    expect(logOf('Repeat').match(/RecursiveInvocationsDropped 1/g)).toHaveLength(1);
  });

  it('begins a new chain with each message of another sender', async () => {
    const { id } = await createNote('again');

    for (let times = 0; times < 3; times++) await repeat('Repeats', id, 10);

    await noteWith(id, { repeats: 30 });
  });
});

it('leaves the code of its functions alone when another runtime wants its data folder', async () => {
  const assembly = vi.fn(() => join(example.directory, 'cdk.out'));
  const data = join(example.directory, 'data');

  const second = startRuntime({
    assembly,
    data,
    port: 0,
    region: 'eu-central-1',
    secrets: {},
    environment: {},
  });

  await expect(second).rejects.toThrow('another process uses it');
  expect(assembly).not.toHaveBeenCalled();
});

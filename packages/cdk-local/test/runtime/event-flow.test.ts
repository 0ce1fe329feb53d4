import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesizeMiniApp } from './support/mini-app.ts';
import { type RunningAssembly, startAssembly, temporaryDirectory } from './support/start-mini-app.ts';

describe('the flow from table to stream to bus to queue to function', () => {
  const directory = temporaryDirectory();
  let assembly: RunningAssembly;

  beforeAll(async () => {
    const cdkOut = synthesizeMiniApp(directory.path);
    assembly = await startAssembly({ assembly: cdkOut, dataDirectory: `${directory.path}/data` });
  });
  afterAll(async () => {
    await assembly.close();
    directory.remove();
  });

  const put = (pk: string, size: string) =>
    assembly.dynamodb.execute('PutItem', {
      TableName: assembly.find('Table', 'AWS::DynamoDB::Table').ref,
      Item: { pk: { S: pk }, size: { S: size } },
    });
  const get = async (pk: string) => {
    const TableName = assembly.find('Table', 'AWS::DynamoDB::Table').ref;
    const { body } = await assembly.dynamodb.execute('GetItem', { TableName, Key: { pk: { S: pk } } });
    return (body as { Item?: Record<string, { S: string }> }).Item;
  };
  const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
    for (;;) {
      const seen = await look();
      if (seen !== undefined && seen !== false) return seen;
      await wait(10);
    }
  };

  it('carries a new record to the consumer behind the queue', async () => {
    await put('order#1', 'large');

    const confirmed = await until(() => get('confirmed#order#1'));

    expect(confirmed.attempts?.S).toBe('1');
  });

  it("publishes neither records that the stream's filter drops nor events that no rule matches", async () => {
    await put('other#1', 'large');
    await put('order#2', 'ignored');
    await put('order#3', 'large');

    await until(() => get('confirmed#order#3'));

    expect(await get('confirmed#order#2')).toBeUndefined();
    expect(await get('confirmed#other#1')).toBeUndefined();
  });

  it('delivers a message again after the visibility timeout when its consumer failed', async () => {
    await put('order#4', 'stubborn');

    const confirmed = await until(() => get('confirmed#order#4'));

    expect(confirmed.attempts?.S).toBe('2');
  });

  it('puts a message that keeps failing into the dead-letter queue', async () => {
    const deadLetters = assembly.queues.find(assembly.find('DeadLetters', 'AWS::SQS::Queue').ref)!;

    await put('order#5', 'hopeless');
    await until(() => deadLetters.counts().visible > 0 || undefined);

    const [message] = await deadLetters.receive(1);
    expect(JSON.parse(message!.body)).toMatchObject({ 'detail-type': 'order', detail: { id: 'order#5' } });
    expect(message!.deadLetterSource).toBe(assembly.find('Orders', 'AWS::SQS::Queue').attributes.Arn);
  });

  it('signs requests with the credentials of the sending function', () => {
    const services = new Set(
      assembly.requests.map(({ service, functionName }) => `${service} ${functionName}`),
    );

    expect(services).toContain(`AWSEvents ${assembly.find('Publish', 'AWS::Lambda::Function').ref}`);
    expect(services).toContain(`DynamoDB_20120810 ${assembly.find('Confirm', 'AWS::Lambda::Function').ref}`);
    expect(assembly.reports).toEqual([]);
  });
});

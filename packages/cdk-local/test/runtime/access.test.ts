import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { credentialsOf } from '../../src/functions/function-definition.ts';
import { rawRequest } from '../gateway/raw-request.ts';
import { type Example, startExample } from '../support/start-example.ts';

describe("the check of functions' permissions", () => {
  let example: Example;
  const reports = vi.spyOn(console, 'error');

  beforeAll(async () => {
    example = await startExample();
  });
  beforeEach(() => void reports.mockReset());
  afterAll(async () => {
    await example.close();
    reports.mockRestore();
  });

  const find = (type: string, logicalId: string, { runtime } = example) => {
    const found = runtime.resources.find((one) => one.type === type && one.logicalId.startsWith(logicalId));
    if (!found) throw new Error(`There is no ${type} ${logicalId}`);
    return found;
  };
  const ask = async (name: string, request: object, running = example) => {
    const { Arn = '' } = find('AWS::Lambda::Function', name, running).attributes;
    const result = await running.runtime.invoke(Arn, request);
    return result.ok ? result.payload : undefined;
  };
  const TableName = () => find('AWS::DynamoDB::Table', 'Table').ref;
  const Key = { id: { S: 'x' } };
  const getItem = () => ({
    client: 'DynamoDB',
    operation: 'getItem',
    input: { TableName: TableName(), Key },
  });
  const putItem = () => ({
    client: 'DynamoDB',
    operation: 'putItem',
    input: { TableName: TableName(), Item: Key },
  });
  const getSecret = () => ({
    client: 'SecretsManager',
    operation: 'getSecretValue',
    input: { SecretId: find('AWS::SecretsManager::Secret', 'Secret').ref },
  });
  const sendMessage = (queue: string) => ({
    client: 'SQS',
    operation: 'sendMessage',
    input: { QueueUrl: find('AWS::SQS::Queue', queue).ref, MessageBody: 'x' },
  });
  const putEvent = () => ({
    client: 'EventBridge',
    operation: 'putEvents',
    input: { Entries: [{ Source: 's', DetailType: 't', Detail: '{}' }] },
  });
  const post = () => ({
    client: 'ApiGatewayManagementApi',
    operation: 'postToConnection',
    input: { ConnectionId: 'closed=', Data: 'hello' },
    config: { endpoint: `${example.runtime.awsUrl}/live` },
  });
  const denied = (code: string, action: string) => ({
    ok: false,
    name: code,
    message: expect.stringMatching(
      new RegExp(
        `^User: arn:aws:sts::.*:assumed-role/.* is not authorized to perform: ${action} on resource: .*`,
      ),
    ),
  });

  it('permits what a role grants', async () => {
    expect(await ask('Probe', getItem())).toMatchObject({ ok: true });
    expect(await ask('Probe', getSecret())).toMatchObject({ output: { SecretString: 'open sesame' } });
    expect(await ask('Probe', post())).toMatchObject({ name: 'GoneException' });
  });

  it.each([
    ['DynamoDB', putItem, 'AccessDeniedException', 'dynamodb:PutItem'],
    ['SQS', () => sendMessage('Repeats'), 'AccessDenied', 'sqs:SendMessage'],
    ['EventBridge', putEvent, 'AccessDeniedException', 'events:PutEvents'],
  ])('denies what the role grants on other resources or for other actions (%s)', async (_, request, code, action) => {
    expect(await ask('Probe', request())).toMatchObject(denied(code, action));
  });

  it.each([
    ['DynamoDB', getItem, 'AccessDeniedException', 'dynamodb:GetItem'],
    ['Secrets Manager', getSecret, 'AccessDeniedException', 'secretsmanager:GetSecretValue'],
    ['SQS', () => sendMessage('Uncounted'), 'AccessDenied', 'sqs:SendMessage'],
    ['the management API', post, 'AccessDeniedException', 'execute-api:ManageConnections'],
  ])('denies everything to a function without grants, in the form of %s, and reports it', async (_, request, code, action) => {
    const answer = await ask('Stranger', request());

    expect(answer).toMatchObject(denied(code, action));
    expect(reports).toHaveBeenCalledWith(expect.stringMatching(`Denied: User: .*${action}`));
  });

  it.each([
    ['dynamodb', '/', 'DynamoDB_20120810.ListTables'],
    ['sqs', '/', 'AmazonSQS.SendMessage'],
    ['events', '/', 'AWSEvents.PutEvents'],
    ['secretsmanager', '/', 'secretsmanager.GetSecretValue'],
    ['scheduler', '/schedules/one', ''],
    ['execute-api', '/live/@connections/one%3D', ''],
    ['bedrock', '/model/amazon.nova-lite-v1%3A0/converse-stream', ''],
    ['sts', '/', ''],
  ])('serves no request that only names a key, and none of another host or page (%s)', async (service, path, target) => {
    const ask = async (id: string, headers = {}) => {
      const scope = `${id}/20260101/us-east-1/${service}/aws4_request`;
      const Authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=${'0'.repeat(64)}`;
      const sent = { 'X-Amz-Target': target, Authorization, ...headers };
      const { status, ...answer } = await rawRequest(example.runtime.awsUrl + path, { headers: sent });
      return `${status} ${answer.headers} ${answer.body}`;
    };
    const { accessKeyId } = credentialsOf(find('AWS::Lambda::Function', 'Probe').attributes.Arn ?? '', '');

    for (const id of ['operator', accessKeyId]) expect(await ask(id)).toMatch(/^403 .*InvalidSignature/);
    expect(await ask('ASIAUNKNOWN')).toMatch(/^400 .*UnrecognizedClient/);
    for (const headers of [{ Host: 'rebound.example' }, { Origin: 'https://evil.example' }])
      expect(await ask('operator', headers)).toMatch(/^403 .*own address/);
  });

  it.each(['//', '/model/%E0%A4/converse-stream'])('survives an address that is none: %s', async (path) => {
    expect((await rawRequest(example.runtime.awsUrl + path)).status).toBe(400);
  });

  it('checks each action of a transaction separately', async () => {
    const ConditionCheck = { TableName: TableName(), Key, ConditionExpression: 'attribute_not_exists(id)' };
    const Delete = { TableName: TableName(), Key: { id: { S: 'y' } } };

    const answer = await ask('Probe', {
      client: 'DynamoDB',
      operation: 'transactWriteItems',
      input: { TransactItems: [{ ConditionCheck }, { Delete }] },
    });

    // The condition check needs only the permission to read.
    expect(answer).toMatchObject(denied('AccessDeniedException', 'dynamodb:DeleteItem'));
  });

  it('denies an encrypted table to a role without permission to use its key', async () => {
    const change = changePolicy('Probe', (action) => !action.startsWith('kms:'));
    const other = await startExample({ like: example, change });

    const answer = await ask('Probe', getItem(), other);

    expect(answer).toMatchObject(denied('AccessDeniedException', 'kms:Decrypt'));
    await other.close();
  });

  it('does not start if the role of a consumer may not read its source', async () => {
    const change = changePolicy('Count', (action) => action !== 'sqs:ReceiveMessage');

    await expect(startExample({ like: example, change })).rejects.toThrow(
      /Notes\/Count.*not authorized to perform: sqs:ReceiveMessage/,
    );
  });
});

interface PolicyResource {
  readonly Type: string;
  readonly Properties: { readonly PolicyDocument: { Statement: { Action: string | string[] }[] } };
}

/** Removes the actions of a function's policy that are not kept, from the template of an assembly. */
const changePolicy = (functionId: string, keeps: (action: string) => boolean) => (assembly: string) => {
  const file = join(assembly, 'Notes.template.json');
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const resources: Record<string, PolicyResource> = template.Resources;
  for (const [id, { Type, Properties }] of Object.entries(resources)) {
    if (Type !== 'AWS::IAM::Policy' || !id.startsWith(`${functionId}ServiceRole`)) continue;
    const { PolicyDocument } = Properties;
    PolicyDocument.Statement = PolicyDocument.Statement.map((one) => ({
      ...one,
      Action: [one.Action].flat().filter(keeps),
    })).filter(({ Action }) => Action.length > 0);
  }
  writeFileSync(file, JSON.stringify(template));
};

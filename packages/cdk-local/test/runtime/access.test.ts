import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connections } from '../../src/gateway/websocket/connections.ts';
import type { Resource } from '../../src/template/resource.ts';
import { synthesizeMiniApp } from './support/mini-app.ts';
import { type RunningAssembly, startAssembly, temporaryDirectory } from './support/start-mini-app.ts';

const sent: string[] = [];
const connections: Connections = {
  count: () => 0,
  admit: () => true,
  post: async (id, data) => {
    if (id !== 'open=') return 'gone';
    sent.push(String(data));
    return 'sent';
  },
  close: () => 'gone',
  info: (id) => (id === 'open=' ? { apiId: 'unknown', stage: 'live' } : undefined),
};

describe("the check of functions' permissions", () => {
  const directory = temporaryDirectory();
  let assembly: RunningAssembly;
  let cdkOut: string;

  beforeAll(async () => {
    cdkOut = synthesizeMiniApp(directory.path);
    assembly = await startAssembly({
      assembly: cdkOut,
      dataDirectory: `${directory.path}/data`,
      connections,
    });
  });
  afterAll(async () => {
    await assembly.close();
    directory.remove();
  });

  const ask = async (name: string, request: object, running = assembly) => {
    const result = await running.invoke(name, request);
    return result.ok
      ? (result.payload as { ok: boolean; name?: string; message?: string; output?: object })
      : undefined;
  };
  const getItem = () => ({
    service: 'dynamodb',
    client: 'DynamoDBClient',
    command: 'GetItemCommand',
    input: { TableName: assembly.find('Table', 'AWS::DynamoDB::Table').ref, Key: { pk: { S: 'x' } } },
  });
  const getSecret = () => ({
    service: 'secrets',
    client: 'SecretsManagerClient',
    command: 'GetSecretValueCommand',
    input: { SecretId: assembly.find('Secret', 'AWS::SecretsManager::Secret').ref },
  });
  const sendMessage = (queue: string) => ({
    service: 'sqs',
    client: 'SQSClient',
    command: 'SendMessageCommand',
    input: { QueueUrl: assembly.find(queue, 'AWS::SQS::Queue').ref, MessageBody: 'x' },
  });
  const post = (ConnectionId: string) => ({
    service: 'connections',
    client: 'ApiGatewayManagementApiClient',
    command: 'PostToConnectionCommand',
    input: { ConnectionId, Data: 'hello' },
    config: { endpoint: `${assembly.awsUrl}/live` },
  });
  const putItem = () => ({
    ...getItem(),
    command: 'PutItemCommand',
    input: { TableName: assembly.find('Table', 'AWS::DynamoDB::Table').ref, Item: { pk: { S: 'x' } } },
  });
  const putEvent = () => ({
    service: 'events',
    client: 'EventBridgeClient',
    command: 'PutEventsCommand',
    input: {
      Entries: [
        {
          EventBusName: assembly.find('Bus', 'AWS::Events::EventBus').ref,
          Source: 's',
          DetailType: 't',
          Detail: '{}',
        },
      ],
    },
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
    expect(await ask('Probe', getSecret())).toMatchObject({
      ok: true,
      output: { SecretString: 'open sesame' },
    });
    expect(await ask('Probe', post('open='))).toMatchObject({ ok: true });
    expect(sent).toEqual(['hello']);
  });

  it('answers GoneException for a connection that is closed', async () => {
    expect(await ask('Probe', post('closed='))).toMatchObject({
      ok: false,
      name: 'GoneException',
      status: 410,
    });
  });

  it.each([
    ['DynamoDB', () => putItem(), 'AccessDeniedException', 'dynamodb:PutItem'],
    ['SQS', () => sendMessage('DeadLetters'), 'AccessDenied', 'sqs:SendMessage'],
    ['EventBridge', () => putEvent(), 'AccessDeniedException', 'events:PutEvents'],
  ])('denies what the role grants on other resources or for other actions (%s)', async (_, request, code, action) => {
    expect(await ask('Probe', request())).toMatchObject(denied(code, action));
  });

  it.each([
    ['DynamoDB', () => getItem(), 'AccessDeniedException', 'dynamodb:GetItem'],
    ['Secrets Manager', () => getSecret(), 'AccessDeniedException', 'secretsmanager:GetSecretValue'],
    ['SQS', () => sendMessage('Orders'), 'AccessDenied', 'sqs:SendMessage'],
    ['the management API', () => post('open='), 'AccessDeniedException', 'execute-api:ManageConnections'],
  ])('denies everything to a function without grants, in the form of %s, and reports it', async (_, request, code, action) => {
    const before = assembly.reports.length;

    const answer = await ask('Stranger', request());

    expect(answer).toMatchObject(denied(code, action));
    expect(assembly.reports.slice(before)).toEqual([expect.stringContaining(`Denied: User: `)]);
    expect(assembly.reports.at(-1)).toContain(action);
  });

  it('checks each action of a transaction separately', async () => {
    const { TableName } = putItem().input;
    const TransactItems = [
      {
        ConditionCheck: {
          TableName,
          Key: { pk: { S: 'x' } },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      { Delete: { TableName, Key: { pk: { S: 'y' } } } },
    ];

    const answer = await ask('Probe', {
      ...getItem(),
      command: 'TransactWriteItemsCommand',
      input: { TransactItems },
    });

    // The condition check needs only the permission to read.
    expect(answer).toMatchObject(denied('AccessDeniedException', 'dynamodb:DeleteItem'));
  });

  it('denies an encrypted table to a role without permission to use its key', async () => {
    const change = changeStatements((actions) => actions.filter((action) => !action.startsWith('kms:')));
    const data = temporaryDirectory();
    const running = await startAssembly({
      assembly: cdkOut,
      dataDirectory: data.path,
      change: (resources) =>
        resources.filter(({ type }) => type !== 'AWS::Lambda::EventSourceMapping').map(change),
    });

    const answer = await ask('Probe', getItem(), running);

    expect(answer).toMatchObject(denied('AccessDeniedException', 'kms:Decrypt'));
    await running.close();
    data.remove();
  });

  it('does not start if the role of a consumer may not read its source', async () => {
    const change = changeStatements((actions) => actions.filter((action) => action !== 'sqs:ReceiveMessage'));
    const data = temporaryDirectory();

    const starting = startAssembly({
      assembly: cdkOut,
      dataDirectory: data.path,
      change: (resources) => resources.map(change),
    });

    await expect(starting).rejects.toThrow(
      /Mini-Flow\/Confirm.*not authorized to perform: sqs:ReceiveMessage/,
    );
    data.remove();
  });
});

/** Changes the actions of all statements of roles' policies. */
function changeStatements(change: (actions: string[]) => string[]): (resource: Resource) => Resource {
  return (resource) => {
    if (resource.type !== 'AWS::IAM::Policy') return resource;
    const { PolicyDocument, ...rest } = structuredClone(resource.properties) as {
      PolicyDocument: { Statement: { Action: string | string[] }[] };
    };
    const Statement = PolicyDocument.Statement.map((statement) => ({
      ...statement,
      Action: change([statement.Action].flat()),
    })).filter(({ Action }) => Action.length > 0);
    return { ...resource, properties: { ...rest, PolicyDocument: { Statement } } };
  };
}

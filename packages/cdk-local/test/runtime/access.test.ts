import { ApiGatewayManagementApi } from '@aws-sdk/client-apigatewaymanagementapi';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { credentialsOf } from '../../src/functions/function-definition.ts';
import { rawRequest } from '../gateway/raw-request.ts';
import { allow, functionArn, functionWith, queue, queueArn, resource } from '../support/resources.ts';
import { serveResources } from '../support/serve-resources.ts';
import { UNUSED_PARTS } from '../support/unused-parts.ts';

const HERE = 'eu-west-1:111122223333';
const TABLE = `arn:aws:dynamodb:${HERE}:table/notes`;
const SECRET = `arn:aws:secretsmanager:${HERE}:secret:token-abcdef`;
const KEY = `arn:aws:kms:${HERE}:key/one`;
const READS_TABLE = allow(['dynamodb:GetItem', 'dynamodb:ConditionCheckItem'], TABLE);
const resources = [
  resource('AWS::DynamoDB::Table', 'notes', {
    attributes: { Arn: TABLE },
    properties: {
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      SSESpecification: { KMSMasterKeyId: KEY },
    },
  }),
  resource('AWS::KMS::Key', 'key', {
    attributes: { Arn: KEY },
    properties: { KeyPolicy: { Statement: [] } },
  }),
  resource('AWS::SecretsManager::Secret', 'secret', { ref: SECRET }),
  resource('AWS::ApiGatewayV2::Stage', 'live', { properties: { ApiId: 'api', StageName: 'live' } }),
  queue('own'),
  ...functionWith('Probe', [
    READS_TABLE,
    allow('kms:Decrypt', KEY),
    allow('secretsmanager:GetSecretValue', SECRET),
    allow('sqs:SendMessage', queueArn('own')),
    allow('execute-api:ManageConnections', `arn:aws:execute-api:${HERE}:api/live/*/@connections/*`),
  ]),
  ...functionWith('Keyless', [READS_TABLE]),
  ...functionWith('Partial', [
    allow(['dynamodb:PutItem', 'dynamodb:Query'], TABLE, {
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': 'OWN#*' } },
    }),
    allow('kms:GenerateDataKey', KEY),
  ]),
  ...functionWith('Stranger', []),
];

describe("the check of functions' permissions", () => {
  const dynamodb = { ...UNUSED_PARTS.dynamodb, execute: async () => ({ status: 200, body: {} }) };
  const served = serveResources(resources, { dynamodb, secrets: { secret: 'open sesame' } });
  const { reports } = served;
  const as = (name: string) => served.as(served.keyOf(name));
  type Config = ReturnType<typeof as>;
  const note = { TableName: 'notes', Key: { id: { S: 'x' } } };
  const getItem = (config: Config) => new DynamoDB(config).getItem(note);
  const getSecret = (config: Config) => new SecretsManager(config).getSecretValue({ SecretId: SECRET });
  const send = (config: Config) =>
    new SQS(config).sendMessage({ QueueUrl: `${served.url()}/1/own`, MessageBody: 'x' });
  const putEvent = (config: Config) =>
    new EventBridge(config).putEvents({ Entries: [{ Source: 's', DetailType: 't', Detail: '{}' }] });
  const post = (config: Config) =>
    new ApiGatewayManagementApi({ ...config, endpoint: `${served.url()}/live` }).postToConnection({
      ConnectionId: 'closed=',
      Data: 'hello',
    });
  const denied = (name: string, action: string) => ({
    name,
    message: expect.stringMatching(
      `^User: arn:aws:sts::.*:assumed-role/.* is not authorized to perform: ${action} on resource: .*`,
    ),
  });

  it('permits what a role grants', async () => {
    expect(await getItem(as('Probe'))).toMatchObject({ $metadata: { httpStatusCode: 200 } });
    expect(await getSecret(as('Probe'))).toMatchObject({ SecretString: 'open sesame' });
    expect(await send(as('Probe'))).toMatchObject({ MessageId: expect.any(String) });
    await expect(post(as('Probe'))).rejects.toMatchObject({ name: 'GoneException' });
  });

  it.each([
    ['DynamoDB', getItem, 'AccessDeniedException', 'dynamodb:GetItem'],
    ['Secrets Manager', getSecret, 'AccessDeniedException', 'secretsmanager:GetSecretValue'],
    ['SQS', send, 'AccessDenied', 'sqs:SendMessage'],
    ['EventBridge', putEvent, 'AccessDeniedException', 'events:PutEvents'],
    ['the management API', post, 'AccessDeniedException', 'execute-api:ManageConnections'],
  ])('denies everything to a function without grants, in the form of %s, and reports it', async (_, request, code, action) => {
    await expect(request(as('Stranger'))).rejects.toMatchObject(denied(code, action));
    expect(reports.at(-1)).toMatch(`Denied: User: `);
    expect(reports.at(-1)).toContain(action);
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
      const { status, ...answer } = await rawRequest(served.url() + path, { headers: sent });
      return `${status} ${answer.headers} ${answer.body}`;
    };
    const { accessKeyId } = credentialsOf(functionArn('Probe'), '');

    for (const id of ['operator', accessKeyId]) expect(await ask(id)).toMatch(/^403 .*InvalidSignature/);
    expect(await ask('ASIAUNKNOWN')).toMatch(/^400 .*UnrecognizedClient/);
    for (const headers of [{ Host: 'rebound.example' }, { Origin: 'https://evil.example' }])
      expect(await ask('operator', headers)).toMatch(/^403 .*own address/);
  });

  it.each(['//', '/model/%E0%A4/converse-stream'])('survives an address that is none: %s', async (path) => {
    expect((await rawRequest(served.url() + path)).status).toBe(400);
  });

  it('checks each action of a transaction separately', async () => {
    const ConditionCheck = { ...note, ConditionExpression: 'attribute_not_exists(id)' };

    const answer = new DynamoDB(as('Probe')).transactWriteItems({
      TransactItems: [{ ConditionCheck }, { Delete: { ...note, Key: { id: { S: 'y' } } } }],
    });

    // The condition check needs only the permission to read.
    await expect(answer).rejects.toMatchObject(denied('AccessDeniedException', 'dynamodb:DeleteItem'));
  });

  it('permits writes of partitions that the role names, but no query, whose partition it does not read', async () => {
    const client = new DynamoDB(as('Partial'));
    const put = (S: string) => client.putItem({ TableName: 'notes', Item: { id: { S } } });
    const query = { KeyConditionExpression: 'id = :o', ExpressionAttributeValues: { ':o': { S: 'OWN#1' } } };

    expect(await put('OWN#1')).toMatchObject({ $metadata: { httpStatusCode: 200 } });
    for (const refused of [put('OTHER#1'), client.query({ TableName: 'notes', ...query })])
      await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('denies an encrypted table to a role without permission to use its key', async () => {
    await expect(getItem(as('Keyless'))).rejects.toMatchObject(
      denied('AccessDeniedException', 'kms:Decrypt'),
    );
  });
});

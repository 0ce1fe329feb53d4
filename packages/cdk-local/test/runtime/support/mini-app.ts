import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnOutput, Duration, Stack, Stage } from 'aws-cdk-lib';
import * as apigatewayv2 from 'aws-cdk-lib/aws-apigatewayv2';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import * as sqs from 'aws-cdk-lib/aws-sqs';

const bundledRequire = `const { createRequire } = require('node:module');
const load = createRequire(${JSON.stringify(import.meta.url)});`;

/** Publishes each new order of the stream as an event. */
const publishCode = `${bundledRequire}
const { EventBridgeClient, PutEventsCommand } = load('@aws-sdk/client-eventbridge');
const client = new EventBridgeClient();
exports.handler = async ({ Records }) => {
  const Entries = Records.map(({ dynamodb }) => ({ EventBusName: process.env.BUS, Source: 'shop', DetailType: 'order',
    Detail: JSON.stringify({ id: dynamodb.Keys.pk.S, size: dynamodb.NewImage.size?.S ?? 'small' }) }));
  await client.send(new PutEventsCommand({ Entries }));
};`;

/** Confirms each order of the queue; optionally fails on the first attempts. */
const confirmCode = `${bundledRequire}
const { DynamoDBClient, PutItemCommand } = load('@aws-sdk/client-dynamodb');
const client = new DynamoDBClient();
exports.handler = async ({ Records }) => {
  for (const { body, attributes } of Records) {
    const { detail } = JSON.parse(body);
    if (detail.size === 'stubborn' && attributes.ApproximateReceiveCount === '1') throw new Error('not yet');
    if (detail.size === 'hopeless') throw new Error('never');
    await client.send(new PutItemCommand({ TableName: process.env.TABLE, Item: { pk: { S: 'confirmed#' + detail.id }, attempts: { S: attributes.ApproximateReceiveCount } } }));
  }
};`;

/** Sends requests on demand, and returns their results. */
const probeCode = `${bundledRequire}
const clients = { dynamodb: '@aws-sdk/client-dynamodb', sqs: '@aws-sdk/client-sqs', events: '@aws-sdk/client-eventbridge', secrets: '@aws-sdk/client-secrets-manager', connections: '@aws-sdk/client-apigatewaymanagementapi' };
exports.handler = async ({ service, client, command, input, config }) => {
  const sdk = load(clients[service]);
  try {
    const { $metadata, ...output } = await new sdk[client](config ?? {}).send(new sdk[command](input));
    return { ok: true, output };
  } catch (error) {
    return { ok: false, name: error.name, message: error.message, status: error.$metadata?.httpStatusCode };
  }
};`;

/** A small deployment: a table whose stream becomes events, whose events reach a queue, whose consumer writes to the table. */
export function synthesizeMiniApp(directory: string): string {
  const code = (name: string, source: string) => {
    const folder = join(directory, 'code', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), source);
    return lambda.Code.fromAsset(folder);
  };
  const functionProps = {
    handler: 'index.handler',
    runtime: lambda.Runtime.NODEJS_24_X,
    timeout: Duration.seconds(20),
    memorySize: 256,
  };
  // A message is received again after this time: when its consumer failed, and when it is too slow.
  const confirmTimeout = Duration.seconds(5);
  const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false });
  const stage = new Stage(app, 'Mini');

  const data = new Stack(stage, 'Data');
  const encryptionKey = new kms.Key(data, 'Key');
  const table = new dynamodb.Table(data, 'Table', {
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
    billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
    encryptionKey,
  });
  const secret = new secretsmanager.Secret(data, 'Secret', { secretName: 'mini/token' });

  const flow = new Stack(stage, 'Flow');
  const bus = new events.EventBus(flow, 'Bus');
  const deadLetters = new sqs.Queue(flow, 'DeadLetters', { enforceSSL: true });
  const queue = new sqs.Queue(flow, 'Orders', {
    visibilityTimeout: confirmTimeout,
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
    enforceSSL: true,
  });
  new events.Rule(flow, 'OrdersRule', {
    eventBus: bus,
    eventPattern: { source: ['shop'], detail: { size: [{ 'anything-but': 'ignored' }] } },
    targets: [new targets.SqsQueue(queue, { deadLetterQueue: deadLetters })],
  });
  const publish = new lambda.Function(flow, 'Publish', {
    ...functionProps,
    code: code('publish', publishCode),
  });
  publish.addEnvironment('BUS', bus.eventBusName);
  bus.grantPutEventsTo(publish);
  publish.addEventSource(
    new DynamoEventSource(table as dynamodb.ITable, {
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      onFailure: new SqsDlq(deadLetters),
      retryAttempts: 1,
      filters: [
        lambda.FilterCriteria.filter({
          eventName: lambda.FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { pk: { S: lambda.FilterRule.beginsWith('order#') } } },
        }),
      ],
    }),
  );
  const confirm = new lambda.Function(flow, 'Confirm', {
    ...functionProps,
    timeout: confirmTimeout,
    code: code('confirm', confirmCode),
  });
  confirm.addEnvironment('TABLE', table.tableName);
  table.grantWriteData(confirm);
  confirm.addEventSource(new SqsEventSource(queue, { batchSize: 1 }));

  const probe = new lambda.Function(flow, 'Probe', { ...functionProps, code: code('probe', probeCode) });
  table.grantReadData(probe);
  secret.grantRead(probe);
  queue.grantSendMessages(probe);
  const stranger = new lambda.Function(flow, 'Stranger', {
    ...functionProps,
    code: code('probe', probeCode),
  });

  const webSocketApi = new apigatewayv2.WebSocketApi(flow, 'Socket');
  const socketStage = new apigatewayv2.WebSocketStage(flow, 'SocketStage', {
    webSocketApi,
    stageName: 'live',
  });
  socketStage.grantManagementApiAccess(probe);
  probe.addEnvironment('CONNECTIONS', socketStage.callbackUrl);
  new CfnOutput(flow, 'SocketUrl', { value: socketStage.url });
  for (const fn of [probe, stranger]) fn.addEnvironment('TABLE', table.tableName);

  app.synth();
  return join(directory, 'cdk.out');
}

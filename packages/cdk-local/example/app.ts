import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Key } from 'aws-cdk-lib/aws-kms';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { buildSync } from 'esbuild';

/**
 * Synthesizes a service that stores notes, counts their words and repeats them: a REST API, a WebSocket API, a table with
 * its stream, queues and functions. It is an ordinary CDK app that knows nothing of the local runtime. Returns the cloud assembly's directory.
 */
export function synthesizeExample(directory: string): string {
  const app = new App({
    outdir: join(directory, 'cdk.out'),
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
  const stack = new Stack(app, 'Notes');
  const table = new Table(stack, 'Table', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    encryptionKey: new Key(stack, 'Key'),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  table.addGlobalSecondaryIndex({
    indexName: 'authors',
    partitionKey: { name: 'author', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  const queue = new Queue(stack, 'Uncounted');
  const variables = { TABLE_NAME: table.tableName, QUEUE_URL: queue.queueUrl };
  const bundles = bundleFunctions(directory);
  const define = (id: string, file: string, props: Partial<lambda.FunctionProps> = {}) =>
    new lambda.Function(stack, id, {
      runtime: lambda.Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: lambda.Code.fromAsset(join(bundles, file)),
      environment: variables,
      ...props,
    });

  const create = define('Create', 'create-note');
  table.grantWriteData(create);
  const get = define('Get', 'get-note');
  table.grantReadData(get);
  const forward = define('Forward', 'forward-note');
  queue.grantSendMessages(forward);
  table.grantStreamRead(forward);
  forward.addEventSourceMapping('NewNotes', {
    eventSourceArn: table.tableStreamArn ?? '',
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    filters: [lambda.FilterCriteria.filter({ eventName: lambda.FilterRule.isEqual('INSERT') })],
  });
  const count = define('Count', 'count-words');
  table.grantReadWriteData(count);
  count.addEventSource(new SqsEventSource(queue));

  // Sends to its own queue, which is a recursive loop.
  const repeats = new Queue(stack, 'Repeats', {
    deadLetterQueue: { queue: new Queue(stack, 'LostRepeats'), maxReceiveCount: 1 },
  });
  const repeat = define('Repeat', 'repeat-note', {
    environment: { ...variables, QUEUE_URL: repeats.queueUrl },
  });
  table.grantWriteData(repeat);
  repeats.grantSendMessages(repeat);
  repeat.addEventSource(new SqsEventSource(repeats));

  // One at a time.
  const hold = define('Hold', 'hold-note', {
    reservedConcurrentExecutions: 1,
    timeout: Duration.seconds(20),
  });
  table.grantReadData(hold);

  // Never invoked, so its messages are lost.
  const stopped = define('Stopped', 'count-words', { reservedConcurrentExecutions: 0 });
  table.grantReadWriteData(stopped);
  const unread = new Queue(stack, 'Unread', {
    visibilityTimeout: Duration.seconds(3),
    deadLetterQueue: { queue: new Queue(stack, 'LostUnread'), maxReceiveCount: 2 },
  });
  stopped.addEventSource(new SqsEventSource(unread));

  // Fails whenever an event invokes it.
  const archive = define('Archive', 'archive-note', {
    deadLetterQueue: new Queue(stack, 'Unarchived'),
  });
  table.grantWriteData(archive);
  new Rule(stack, 'Finished', {
    eventPattern: { source: ['notes'] },
    targets: [new LambdaFunction(archive)],
  });

  const api = new RestApi(stack, 'Api', { cloudWatchRole: false });
  const notes = api.root.addResource('notes');
  notes.addMethod('POST', new LambdaIntegration(create));
  notes.addResource('{id}').addMethod('GET', new LambdaIntegration(get));
  api.root.addResource('held').addResource('{id}').addMethod('GET', new LambdaIntegration(hold));

  // Sends the requests in its event, with permission for some; the stranger has no permissions.
  const socket = new WebSocketStage(stack, 'SocketStage', {
    webSocketApi: new WebSocketApi(stack, 'Socket'),
    stageName: 'live',
  });
  new CfnOutput(stack, 'Connections', { value: socket.callbackUrl });
  const secret = new Secret(stack, 'Secret', { secretName: 'notes/token' });
  const probe = define('Probe', 'probe');
  table.grantReadData(probe);
  secret.grantRead(probe);
  queue.grantSendMessages(probe);
  socket.grantManagementApiAccess(probe);
  define('Stranger', 'probe');
  return app.synth().directory;
}

/** Bundles all functions at once. Returns the directory with a folder for each. */
function bundleFunctions(directory: string): string {
  const sources = join(import.meta.dirname, 'functions');
  const outdir = join(directory, 'functions');
  buildSync({
    entryPoints: readdirSync(sources).map((file) => ({
      in: join(sources, file),
      out: `${parse(file).name}/index`,
    })),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  });
  return outdir;
}

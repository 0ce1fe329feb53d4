import { join } from 'node:path';
import { App, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { buildSync } from 'esbuild';

/**
 * Synthesizes a service that stores notes, counts their words and repeats them: a REST API, a table with its stream,
 * queues and functions. It is an ordinary CDK app that knows nothing of the local runtime. Returns the cloud assembly's
 * directory.
 */
export function synthesizeExample(directory: string): string {
  const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false });
  const stack = new Stack(app, 'Notes');
  const table = new Table(stack, 'Table', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    stream: StreamViewType.NEW_IMAGE,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const queue = new Queue(stack, 'Uncounted');
  const variables = { TABLE_NAME: table.tableName, QUEUE_URL: queue.queueUrl };
  const define = (id: string, file: string, props: Partial<lambda.FunctionProps> = {}) =>
    new lambda.Function(stack, id, {
      runtime: lambda.Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: lambda.Code.fromAsset(bundle(file, directory)),
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
  const defineRepeat = (id: string, recursiveLoop: lambda.RecursiveLoop) => {
    const repeats = new Queue(stack, `${id}s`, {
      deadLetterQueue: { queue: new Queue(stack, `Lost${id}s`), maxReceiveCount: 1 },
    });
    const environment = { ...variables, QUEUE_URL: repeats.queueUrl };
    const repeat = define(id, 'repeat-note', { environment, recursiveLoop });
    table.grantWriteData(repeat);
    repeats.grantSendMessages(repeat);
    repeat.addEventSource(new SqsEventSource(repeats));
  };
  defineRepeat('Repeat', lambda.RecursiveLoop.TERMINATE);
  defineRepeat('AllowedRepeat', lambda.RecursiveLoop.ALLOW);

  const api = new RestApi(stack, 'Api', { cloudWatchRole: false });
  const notes = api.root.addResource('notes');
  notes.addMethod('POST', new LambdaIntegration(create));
  notes.addResource('{id}').addMethod('GET', new LambdaIntegration(get));
  return app.synth().directory;
}

function bundle(file: string, directory: string): string {
  const outdir = join(directory, 'functions', file);
  buildSync({
    entryPoints: { index: join(import.meta.dirname, 'functions', `${file}.ts`) },
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  });
  return outdir;
}

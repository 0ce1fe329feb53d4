import { join } from 'node:path';
import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { IdentitySource, LambdaIntegration, RequestAuthorizer, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketMockIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { RestApiOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AttributeType, BillingMode, ProjectionType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as s3 from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { buildSync } from 'esbuild';

/**
 * Synthesizes a service that stores notes, counts their words and repeats them: a REST API, a WebSocket API, a table with
 * its stream, queues, functions, and a site with the API under one address. It is an ordinary CDK app that knows nothing
 * of the local runtime. Without `reserves`, all functions share the account's concurrency. Returns the cloud assembly's
 * directory.
 */
export function synthesizeExample(directory: string, { reserves = true } = {}): string {
  const app = new App({ outdir: join(directory, 'cdk.out'), analyticsReporting: false });
  const stack = new Stack(app, 'Notes');
  const table = new Table(stack, 'Table', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  table.addGlobalSecondaryIndex({
    indexName: 'authors',
    partitionKey: { name: 'author', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
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
    ...(reserves && { reservedConcurrentExecutions: 1 }),
    timeout: Duration.seconds(20),
  });
  table.grantReadData(hold);

  // Never invoked, so its messages, events and notes are lost.
  const stopped = define('Stopped', 'count-words', {
    ...(reserves && { reservedConcurrentExecutions: 0 }),
    maxEventAge: Duration.minutes(1),
    deadLetterQueue: new Queue(stack, 'Unheard'),
  });
  table.grantReadWriteData(stopped);
  new Rule(stack, 'Ignored', {
    eventPattern: { source: ['notes.ignored'] },
    targets: [new LambdaFunction(stopped)],
  });
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

  const api = new RestApi(stack, 'Api', {
    cloudWatchRole: false,
    // Two requests at once, and no more for an hour.
    deployOptions: {
      methodOptions: { '/scarce/{id}/GET': { throttlingRateLimit: 1 / 3600, throttlingBurstLimit: 2 } },
    },
  });
  const notes = api.root.addResource('notes');
  notes.addMethod('POST', new LambdaIntegration(create));
  notes.addResource('{id}').addMethod('GET', new LambdaIntegration(get));
  api.root.addResource('scarce').addResource('{id}').addMethod('GET', new LambdaIntegration(get));
  api.root.addResource('held').addResource('{id}').addMethod('GET', new LambdaIntegration(hold));
  defineSite(stack, api);
  defineSocket(stack);

  const authorizer = new RequestAuthorizer(stack, 'LetIn', {
    handler: define('LetInCaller', 'let-in'),
    identitySources: [IdentitySource.header('Authorization')],
  });
  const limited = api.root.addResource('limited').addResource('{id}');
  limited.addMethod('GET', new LambdaIntegration(get), { authorizer });
  return app.synth().directory;
}

/** A WebSocket API that takes three connections and two messages, and no more for an hour. */
function defineSocket(stack: Stack): void {
  const integration = new WebSocketMockIntegration('Accept', {
    requestTemplates: { '200': '{"statusCode": 200}' },
    templateSelectionExpression: '200',
  });
  const webSocketApi = new WebSocketApi(stack, 'Socket', {
    connectRouteOptions: { integration },
    defaultRouteOptions: { integration },
  });
  const stage = new WebSocketStage(stack, 'SocketStage', {
    webSocketApi,
    stageName: 'live',
    autoDeploy: true,
  });
  const limit = (burst: number) => ({ ThrottlingRateLimit: 1 / 3600, ThrottlingBurstLimit: burst });
  if (stage.node.defaultChild instanceof CfnStage)
    stage.node.defaultChild.routeSettings = { $connect: limit(3), $default: limit(2) };
}

/** A function at the edge that shows one page for every route. */
const SHOW_PAGE = `
function handler(event) {
  const request = event.request;
  if (!request.uri.includes('.')) request.uri = '/index.html';
  return request;
}`;

/** A function at the edge that lets nobody in who does not say a word, and takes the word out of the cookies. */
const LET_IN = `
function handler(event) {
  const request = event.request;
  const word = request.cookies.word;
  console.log('asked for', request.uri);
  if (!word) return { statusCode: 401, headers: { 'content-type': { value: 'text/plain' } }, body: 'Say the word.' };
  request.cookies = {};
  request.headers.authorization = { value: word.value };
  return request;
}`;

/** A page from a private bucket, and the API at the same address. */
function defineSite(stack: Stack, api: RestApi): void {
  const bucket = new s3.Bucket(stack, 'Site', {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const atRequest = (id: string, code: string) => ({
    eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
    function: new cloudfront.Function(stack, id, {
      code: cloudfront.FunctionCode.fromInline(code),
      runtime: cloudfront.FunctionRuntime.JS_2_0,
    }),
  });
  const toApi = {
    origin: new RestApiOrigin(api),
    allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
    cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  };
  const distribution = new cloudfront.Distribution(stack, 'Distribution', {
    defaultBehavior: {
      // The CDK's class lets a field be undefined that its interface does not.
      origin: S3BucketOrigin.withOriginAccessControl(bucket as s3.IBucket),
      functionAssociations: [atRequest('ShowPage', SHOW_PAGE)],
      responseHeadersPolicy: new cloudfront.ResponseHeadersPolicy(stack, 'PageHeaders', {
        securityHeadersBehavior: {
          contentSecurityPolicy: { contentSecurityPolicy: "default-src 'self'", override: true },
          strictTransportSecurity: { accessControlMaxAge: Duration.days(1), override: true },
        },
        customHeadersBehavior: {
          customHeaders: [{ header: 'X-Site', value: 'notes', override: true }],
        },
        removeHeaders: ['Server'],
      }),
    },
    additionalBehaviors: {
      '/notes*': toApi,
      '/limited/*': { ...toApi, functionAssociations: [atRequest('LetInReader', LET_IN)] },
    },
  });
  const source = {
    sources: [Source.asset(join(import.meta.dirname, 'site'))],
    destinationBucket: bucket as s3.IBucket,
    prune: false,
  };
  new BucketDeployment(stack, 'Assets', {
    ...source,
    exclude: ['*'],
    include: ['assets/*'],
    cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
  });
  new BucketDeployment(stack, 'Pages', {
    ...source,
    exclude: ['assets/*'],
    cacheControl: [CacheControl.noCache()],
    distribution,
  });
  new CfnOutput(stack, 'SiteUrl', { value: `https://${distribution.distributionDomainName}` });
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

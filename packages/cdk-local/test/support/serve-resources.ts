import { afterAll, beforeAll } from 'vitest';
import { type AwsEndpointOptions, serveAws } from '../../src/aws/aws-endpoint.ts';
import { type AwsServer, listenForAws } from '../../src/aws/listen-for-aws.ts';
import { ObjectStore } from '../../src/aws/s3/object-store.ts';
import { openQueues, type Queues } from '../../src/aws/sqs/queues/queues.ts';
import { credentialsOf } from '../../src/functions/function-definition.ts';
import type { Resources } from '../../src/template/resource.ts';
import { functionArn, temporaryDirectory } from './resources.ts';
import { UNUSED_PARTS } from './unused-parts.ts';

/** Serves the local AWS with these resources from the first test of a suite to the last. */
export function serveResources(resources: Resources, parts: Partial<AwsEndpointOptions> = {}) {
  const directory = temporaryDirectory();
  const reports: string[] = [];
  let aws: AwsServer;
  let queues: Queues;
  beforeAll(async () => {
    aws = await listenForAws();
    queues = await openQueues({ directory: `${directory.path}/queues`, resources });
    const objects = new ObjectStore(`${directory.path}/s3`);
    const report = (line: string) => void reports.push(line);
    serveAws({ ...UNUSED_PARTS, aws, resources, queues, objects, report, ...parts });
  });
  afterAll(async () => {
    await aws.close();
    await queues.close();
    directory.remove();
  });
  const keyOf = (name: string) => credentialsOf(functionArn(name), aws.operatorKey);
  const operator = () => ({ accessKeyId: 'operator', secretAccessKey: aws.operatorKey });
  return {
    directory,
    reports,
    keyOf,
    url: () => aws.url,
    queue: (name: string) => queues.find(name),
    queues: () => queues,
    /** The settings of an SDK's client. */
    as: (credentials: ReturnType<typeof keyOf> = operator()) => ({
      ...{ endpoint: aws.url, region: 'eu-west-1', credentials, maxAttempts: 1 },
    }),
  };
}

import { serveAws } from 'cdk-local/aws/aws-endpoint.ts';
import { type AwsServer, listenForAws } from 'cdk-local/aws/listen-for-aws.ts';
import { ObjectStore } from 'cdk-local/aws/s3/object-store.ts';
import { openQueues, type Queues } from 'cdk-local/aws/sqs/queues/queues.ts';
import type { Resource } from 'cdk-local/template/resource.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteRecordings } from '../../../bin/erase/recording-versions.ts';
import { Bucket } from '../../../lambdas/runtime/bucket.ts';
import { UNUSED_PARTS } from '../../../packages/cdk-local/test/runtime/support/unused-parts.ts';
import { temporaryDirectory } from '../../../packages/cdk-local/test/support/temporary-directory.ts';

const bucketOf = (ref: string, properties: Record<string, unknown>): Resource => ({
  stack: 'Test',
  logicalId: ref,
  type: 'AWS::S3::Bucket',
  ref,
  attributes: { Arn: `arn:aws:s3:::${ref}` },
  properties,
});

const ARN = 'arn:aws:lambda:eu-west-1:111122223333:function:plain';
const ROLE = 'arn:aws:iam::111122223333:role/plain';
/** A function that may delete objects, but no versions. */
const plain: Resource[] = [
  {
    stack: 'Test',
    logicalId: 'PlainRole',
    type: 'AWS::IAM::Role',
    ref: 'plain',
    attributes: { Arn: ROLE },
    properties: {
      Policies: [
        {
          PolicyName: 'access',
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: ['s3:PutObject', 's3:DeleteObject'],
                Resource: 'arn:aws:s3:::kept/*',
              },
              { Effect: 'Allow', Action: ['s3:ListBucketVersions'], Resource: 'arn:aws:s3:::kept' },
            ],
          },
        },
      ],
    },
  },
  {
    stack: 'Test',
    logicalId: 'Plain',
    type: 'AWS::Lambda::Function',
    ref: 'plain',
    attributes: { Arn: ARN },
    properties: { Role: ROLE },
  },
];

const directory = temporaryDirectory();
let aws: AwsServer;
let queues: Queues;
let objects: ObjectStore;

beforeAll(async () => {
  aws = await listenForAws();
  queues = await openQueues({ directory: `${directory.path}/queues`, resources: [] });
  objects = new ObjectStore(`${directory.path}/s3`);
  serveAws({
    ...UNUSED_PARTS,
    server: aws.server,
    resources: [
      bucketOf('kept', { VersioningConfiguration: { Status: 'Enabled' } }),
      bucketOf('unversioned', {}),
      ...plain,
    ],
    queues,
    objects,
  });
});
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('AWS_SESSION_TOKEN', '');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'operator');
});
afterEach(() => void vi.unstubAllEnvs());
afterAll(async () => {
  await aws.close();
  await queues.close();
  directory.remove();
});

const sound = { contentType: 'audio/mpeg', body: Buffer.from('sound') };
const bucket = (name: string) => new Bucket(`${aws.url}/${name}`);
const versionsOf = async (prefix: string) => (await objects.versioned.versions('kept', prefix)).length;

describe('the deletion of a user’s recordings', () => {
  it('leaves no version and no marker of theirs, and every one of others', async () => {
    for (const key of ['one/a.mp3', 'one/a.mp3', 'one/b.mp3', 'other/a.mp3'])
      await bucket('kept').put(key, sound);
    await bucket('kept').delete('one/b.mp3');
    await bucket('kept').delete('other/a.mp3');
    const before = await versionsOf('one/');

    const deleted = await deleteRecordings(`${aws.url}/kept`, 'one');

    expect([before, deleted, await versionsOf('one/')]).toEqual([4, 4, 0]);
    expect(await versionsOf('other/')).toBe(2);
  });
});

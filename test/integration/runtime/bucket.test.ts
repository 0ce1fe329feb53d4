import { readdirSync } from 'node:fs';
import { serveAws } from 'cdk-local/aws/aws-endpoint.ts';
import { type AwsServer, listenForAws } from 'cdk-local/aws/listen-for-aws.ts';
import { ObjectStore } from 'cdk-local/aws/s3/object-store.ts';
import { signatureOf } from 'cdk-local/aws/s3/signature.ts';
import { openQueues, type Queues } from 'cdk-local/aws/sqs/queues/queues.ts';
import { accessKeyOf } from 'cdk-local/functions/function-definition.ts';
import type { Resource } from 'cdk-local/template/resource.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bucket } from '../../../lambdas/runtime/bucket.ts';
import { UNUSED_PARTS } from '../../../packages/cdk-local/test/runtime/support/unused-parts.ts';
import { temporaryDirectory } from '../../../packages/cdk-local/test/support/temporary-directory.ts';

const resource = (type: string, ref: string, properties: object, arn = ''): Resource => ({
  stack: 'Test',
  logicalId: ref,
  type,
  ref,
  attributes: { Arn: arn },
  properties: { ...properties },
});
const KEY = 'arn:aws:kms:eu-west-1:111122223333:key/one';
const allow = (Action: string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });

/** A function with these statements. */
const fn = (name: string, Statement: object[]): Resource[] => {
  const role = `arn:aws:iam::111122223333:role/${name}`;
  const Policies = [{ PolicyName: 'access', PolicyDocument: { Statement } }];
  return [
    resource('AWS::IAM::Role', `${name}Role`, { Policies }, role),
    resource('AWS::Lambda::Function', name, { Role: role }, arnOf(name)),
  ];
};
const arnOf = (name: string) => `arn:aws:lambda:eu-west-1:111122223333:function:${name}`;

const OBJECTS = 'arn:aws:s3:::sounds/*';
const resources = [
  resource(
    'AWS::S3::Bucket',
    'sounds',
    {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { KMSMasterKeyID: KEY } }],
      },
    },
    'arn:aws:s3:::sounds',
  ),
  resource('AWS::S3::BucketPolicy', 'policy', {
    Bucket: 'sounds',
    PolicyDocument: {
      Statement: {
        Effect: 'Deny',
        Principal: '*',
        Action: 's3:*',
        Resource: 'arn:aws:s3:::sounds/closed/*',
      },
    },
  }),
  resource('AWS::KMS::Key', 'one', { KeyPolicy: { Statement: [] } }, KEY),
  ...fn('all', [
    allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], OBJECTS),
    allow(['kms:Decrypt', 'kms:GenerateDataKey'], KEY),
  ]),
  ...fn('lister', [
    allow(['s3:GetObject'], OBJECTS),
    allow(['s3:ListBucket'], 'arn:aws:s3:::sounds'),
    allow(['kms:Decrypt'], KEY),
  ]),
  ...fn('keyless', [allow(['s3:GetObject', 's3:PutObject'], OBJECTS)]),
  ...fn('stranger', []),
];

describe('S3', () => {
  const directory = temporaryDirectory();
  const reports: string[] = [];
  let aws: AwsServer;
  let queues: Queues;
  let bucket: Bucket;

  beforeAll(async () => {
    aws = await listenForAws();
    queues = await openQueues({ directory: `${directory.path}/queues`, resources: [] });
    serveAws({
      ...UNUSED_PARTS,
      server: aws.server,
      resources,
      queues,
      objects: new ObjectStore(`${directory.path}/s3`),
      report: (line) => reports.push(line),
    });
    bucket = new Bucket(`${aws.url}/sounds`);
  });
  beforeEach(() => {
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    vi.stubEnv('AWS_SESSION_TOKEN', 'a+session/token=');
    as('all');
    reports.length = 0;
  });
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(async () => {
    await aws.close();
    await queues.close();
    directory.remove();
  });

  const as = (name: string) => vi.stubEnv('AWS_ACCESS_KEY_ID', accessKeyOf(arnOf(name)));
  const sound = { contentType: 'audio/wav', body: Buffer.from([0, 255, 1]) };
  const put = (key: string) => bucket.put(key, sound);
  const link = (key: string, now = new Date()) =>
    bucket.link(key, { now, expiresInSeconds: 300, contentType: 'audio/mpeg' });

  it('serves a stored file by a link, with the link’s content type', async () => {
    await put('user/a b+ü.mp3');

    const response = await fetch(await link('user/a b+ü.mp3'));

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sound.body);
  });

  it('stores files within its bucket, whatever their names', async () => {
    const names = ['user/one', '..', '../../one'].map((key) => ({ bucket: 'sounds', key }));
    for (const [index, name] of names.entries())
      await new ObjectStore(`${directory.path}/s3`).put(name, { ...sound, body: Buffer.from([index]) });

    const again = new ObjectStore(`${directory.path}/s3`);
    const found = await Promise.all(names.map((name) => again.get(name)));

    expect(found.map((each) => each?.body[0])).toEqual([0, 1, 2]);
    expect(found[0]).toMatchObject({ contentType: 'audio/wav', modifiedAt: expect.any(Date) });
    expect(readdirSync(`${directory.path}/s3`)).toEqual(['sounds']);
  });
});

describe('signatureOf', () => {
  it('computes the signature of the example in Amazon’s documentation', () => {
    // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
    const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
    const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
    url.search = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': credential,
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-Expires': '86400',
      'X-Amz-SignedHeaders': 'host',
    }).toString();
    const content = { method: 'GET', url, headers: { host: url.host }, signedHeaders: ['host'] };

    const signature = signatureOf(
      { ...content, payloadHash: 'UNSIGNED-PAYLOAD' },
      { credential, date: '20130524T000000Z' },
      'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    );

    expect(signature).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404');
  });
});

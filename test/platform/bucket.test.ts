import { serveAws } from 'cdk-local/aws/aws-endpoint.ts';
import { listenForAws } from 'cdk-local/aws/listen-for-aws.ts';
import { ObjectStore } from 'cdk-local/aws/s3/object-store.ts';
import { openQueues } from 'cdk-local/aws/sqs/queues/queues.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { deleteRecordings } from '../../bin/erase/recording-versions.ts';
import { Bucket } from '../../lambdas/platform/bucket.ts';
import { temporaryDirectory } from '../../packages/cdk-local/test/support/resources.ts';
import { UNUSED_PARTS } from '../../packages/cdk-local/test/support/unused-parts.ts';

const bucketOf = (ref: string, properties: Record<string, unknown>) => ({
  stack: 'Test',
  logicalId: ref,
  type: 'AWS::S3::Bucket',
  ref,
  attributes: { Arn: `arn:aws:s3:::${ref}` },
  properties,
});

const directory = temporaryDirectory();
const objects = new ObjectStore(`${directory.path}/s3`);
const aws = await listenForAws();
const queues = await openQueues({ directory: `${directory.path}/queues`, resources: [] });
const versioned = { VersioningConfiguration: { Status: 'Enabled' } };
const resources = [bucketOf('sounds', {}), bucketOf('kept', versioned)];
serveAws({ ...UNUSED_PARTS, aws, resources, queues, objects });
afterAll(async () => {
  await aws.close();
  await queues.close();
  directory.remove();
});

const credentials = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'operator',
  AWS_SECRET_ACCESS_KEY: aws.operatorKey,
  AWS_SESSION_TOKEN: 'a+session/token=',
};
for (const [name, value] of Object.entries(credentials)) vi.stubEnv(name, value);

const bucket = (name: string) => new Bucket(`${aws.url}/${name}`);
const sound = { contentType: 'audio/wav', body: Buffer.from([0, 255, 1]) };

describe('a bucket', () => {
  it('serves a stored file by a link, with the link’s content type', async () => {
    const key = 'user/a b+ü.mp3';
    await bucket('sounds').put(key, sound);
    const link = { now: new Date(), expiresInSeconds: 300, contentType: 'audio/mpeg' };

    const response = await fetch(await bucket('sounds').link(key, link));

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(sound.body);
  });

  it('takes a file of the signed bytes only', async () => {
    const link = { now: new Date(), expiresInSeconds: 300, bytes: 3 };
    const url = await bucket('sounds').link('uploads/one/file', link);
    const put = async (body: string) => (await fetch(url, { method: 'PUT', body })).status;
    expect([await put('four'), await put('one')]).toEqual([403, 200]);
  });

  it('refuses a link that was signed with another key', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
    const link = { now: new Date(), expiresInSeconds: 300, contentType: 'audio/mpeg' };
    const url = await bucket('sounds').link('user/a', link);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', aws.operatorKey);

    expect(await (await fetch(url)).text()).toContain('SignatureDoesNotMatch');
  });
});

it('the deletion of a user’s recordings leaves no version and no marker of theirs, and every one of others', async () => {
  const versionsOf = async (prefix: string) => (await objects.versioned.versions('kept', prefix)).length;
  for (const key of ['one/a.mp3', 'one/a.mp3', 'one/b.mp3', 'uploads/one/file', 'other/a.mp3'])
    await bucket('kept').put(key, sound);
  await bucket('kept').delete('one/b.mp3');
  await bucket('kept').delete('other/a.mp3');
  const before = await versionsOf('one/');

  const deleted = await deleteRecordings(`${aws.url}/kept`, 'one');

  expect([before, deleted, await versionsOf('one/')]).toEqual([4, 5, 0]);
  expect(await versionsOf('other/')).toBe(2);
});

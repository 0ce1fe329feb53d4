// The effect of `npm run erase` on a running service: a user with a recorded call leaves no data behind, and others
// keep all of theirs.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { eraseUser } from '../../../bin/erase/erase-user.ts';
import { deleteRecordings } from '../../../bin/erase/recording-versions.ts';
import { sendToBucket } from '../../../lambdas/runtime/bucket.ts';
import { type Table, tableOf } from '../../../lambdas/store/table/table.ts';
import { production } from '../../../lib/config/production.ts';
import { tableName } from '../../../lib/constructs/store.ts';
import { makeAgent, newNumber, placeCall } from '../../support/scene.ts';
import { type Api, until } from '../../support/service/api.ts';
import { newUser } from '../../support/service/new-user.ts';
import { type OwnService, startOwnService } from '../../support/service/own-service.ts';

const OPERATOR = { accessKeyId: 'operator', secretAccessKey: 'local' };

let service: OwnService;
let table: Table;
let bucket: string;

beforeAll(async () => {
  service = await startOwnService({});
  const endpoint = service.connection.aws_endpoint_url;
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: OPERATOR });
  table = tableOf(client, tableName(production));
  bucket = service.runtime.outputs['Production-Data.RecordingsUrl'] ?? '';
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OPERATOR.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', '');
}, 120_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  table.client.destroy();
  await service.close();
});

/** A user with an agent of two versions, and a call with turns that was stored and recorded. */
async function userWithRecordedCall(): Promise<{ api: Api; userId: string; callId: string }> {
  const api = await newUser(service.connection, 'production');
  const { agent } = await makeAgent(api);
  await api.created(`/v1/agents/update?id=${agent.id}`, { name: 'Ada' });
  const from = { ...service.connection, phone_number: newNumber() };
  const callee = { answer: 'answer', script: [{ say: 'hello' }, { hang_up: true }] };
  const { call } = await placeCall(from, api, { agent: agent.id, callee });
  await api.finishedCall(call.id);
  await api.callWhen(call.id, ({ recording_available }) => recording_available);
  return { api, userId: call.user_id, callId: call.id };
}

/** The versions of a user's recordings, and the markers of deleted ones, as the bucket lists them. */
async function versionsOf(userId: string): Promise<string[]> {
  const url = new URL(`${bucket.replace(/\/$/, '')}/`);
  url.search = new URLSearchParams({ versions: '', prefix: `${userId}/` }).toString();
  const response = await sendToBucket(url, { method: 'GET', timeoutMs: 10_000 });
  const listed = (await response.text()).matchAll(/<(?:Version|DeleteMarker)>.*?<Key>(.*?)<\/Key>/gs);
  return [...listed].map(([, key = '']) => key);
}

/** The keys of all items that contain the text, whatever their owner. */
async function itemsWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { Items = [] } of paginateScan(table, { TableName: table.name, ConsistentRead: true }))
    for (const item of Items) if (JSON.stringify(item).includes(text)) found.push(`${item.pk} ${item.sk}`);
  return found.sort();
}

/**
 * Waits until the audit log has all earlier changes, of any user: the stream passes them on in order. The second change
 * comes after the first one's batch.
 */
async function auditIsComplete(api: Api): Promise<void> {
  for (const content of ['Be kind.', 'Be brief.']) {
    const { id } = await api.created('/v1/prompts/create', { content });
    await until('the audit log', async () => {
      const { body } = await api.get(`/v1/audit?record=${id}`);
      return body.length > 0 || { waitingFor: body };
    });
  }
}

it('deletes the recording with its versions and every item, and nothing of another user', {
  timeout: 240_000,
}, async () => {
  const leaving = await userWithRecordedCall();
  const staying = await userWithRecordedCall();
  const [key = ''] = await versionsOf(leaving.userId);
  const recording = new URL(`${bucket.replace(/\/$/, '')}/${key}`);
  // A former version and a delete marker, as they remain in a bucket with versioning.
  await sendToBucket(recording, { method: 'PUT', body: Buffer.from('newer'), timeoutMs: 10_000 });
  await sendToBucket(recording, { method: 'DELETE', timeoutMs: 10_000 });
  const before = {
    versions: (await versionsOf(leaving.userId)).length,
    ofStaying: await versionsOf(staying.userId),
    agentVersions: (await itemsWith(leaving.userId)).filter((item) => item.includes('AGENT_VERSION')).length,
  };

  await eraseUser({
    table,
    userId: leaving.userId,
    dryRun: false,
    deleteRecordings: () => deleteRecordings(bucket.replace(/\/$/, ''), leaving.userId),
    // Deletions are recorded in the audit log, where the next pass finds them.
    report: () => auditIsComplete(staying.api),
    waitMs: 0,
  });

  const left = await staying.api.get(`/v1/calls?id=${staying.callId}`);
  const link = await staying.api.send(`/v1/calls/recording?id=${staying.callId}`, { redirect: 'manual' });
  expect(before.versions).toBe(3);
  expect(before.agentVersions).toBeGreaterThan(1);
  expect(await versionsOf(leaving.userId)).toEqual([]);
  // The block keeps tokens from being made while API Gateway may still pass old ones; DynamoDB deletes it after a day.
  expect(await itemsWith(leaving.userId)).toEqual([`ERASURE#${leaving.userId} BLOCK`]);
  expect(await itemsWith(leaving.callId)).toEqual([]);
  expect(await versionsOf(staying.userId)).toEqual(before.ofStaying);
  expect(before.ofStaying).toHaveLength(1);
  expect(left).toMatchObject({ status: 200, body: { status: 'ended', recording_available: true } });
  expect(link.status).toBe(302);
});

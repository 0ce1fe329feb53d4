import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SQSEvent } from 'aws-lambda';
import { startModel } from 'vendor-simulators/model/model.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { collectFieldsWorker, handler } from '../../../lambdas/after-call/collect-fields.ts';
import { variablesOf } from '../../../lambdas/runtime/worker.ts';
import { createCall, getCall } from '../../../lambdas/store/calls/calls.ts';
import { countTokens, loadDayUse } from '../../../lambdas/store/quotas/day-use.ts';
import { createRecords } from '../../../lambdas/store/records/records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { staging } from '../../../lib/config/staging.ts';
import { modelRequests } from '../../support/model.ts';
import { storedCall } from '../../support/stored-call.ts';
import { openTable } from '../../support/table.ts';
import { stubVariables } from '../../support/variables.ts';

const QUOTA = 1_000;
const [PLATFORM_KEY, OWN_KEY] = ['key-of-the-platform', 'key-of-the-user'];

let table: Table;
let model: Awaited<ReturnType<typeof startModel>>;
let secrets: Server;
let closeTable: () => Promise<void>;

beforeAll(async () => {
  const opened = await openTable();
  [table, closeTable] = [opened.table, opened.close];
  model = await startModel({});
  secrets = createServer((_, response) => {
    response.end(JSON.stringify({ SecretString: JSON.stringify({ api_key: PLATFORM_KEY }) }));
  }).listen(0, '127.0.0.1');
  await once(secrets, 'listening');
  const { hostname, port, protocol } = (await table.client.config.endpoint?.()) ?? {};
  const variables = {
    TABLE_NAME: table.name,
    AWS_ENDPOINT_URL_DYNAMODB: `${protocol}//${hostname}:${port}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    QUOTAS: JSON.stringify({ ...staging.quotas, model_tokens: QUOTA }),
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'any',
    LLM_SECRET_ARN: 'llm',
    PLATFORM_MODELS: '{"llm_vendor_a":["any"],"llm_vendor_b":[]}',
  };
  stubVariables(variablesOf(collectFieldsWorker), variables);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  secrets.closeAllConnections();
  secrets.close();
  await Promise.all([closeTable(), model.close()]);
});

/** A call that is over, in which an address was said, with words that no other call has. */
async function callWithFields(llm_account_connection?: string, user_id: string = randomUUID()) {
  const marker = `MARKER-${randomUUID()}`;
  const { settings } = storedCall();
  const call = storedCall({
    user_id,
    status: 'ended',
    settings: {
      ...settings,
      collect_fields: [
        {
          field_type: 'field_type_email',
          label: 'Bill',
          name: 'bill',
          description: `For the bill. ${marker}`,
        },
      ],
      ...(llm_account_connection !== undefined && { llm_account_connection }),
    },
    messages: [{ sender: 'human', text: 'It is b@example.com.', timestamp: '2026-01-01T00:00:00.000Z' }],
  });
  await createCall(table, call);
  return { call, marker };
}

/** Has the function handle the event; gives the fields of the call and how often a model was asked. */
async function collect({ call: { id, user_id }, marker }: Awaited<ReturnType<typeof callWithFields>>) {
  const detail = {
    id: randomUUID(),
    type: 'fields_to_collect',
    user_id,
    call_id: id,
    webhook_id: null,
    timestamp: '2026-01-01T00:00:00.000Z',
    payload: {},
  };
  const record = {
    messageId: '1',
    body: JSON.stringify({ detail }),
    attributes: { ApproximateReceiveCount: '1' },
  };
  const result = await handler({ Records: [record] } as unknown as SQSEvent);
  const stored = await getCall(table, { userId: user_id, callId: id });
  const asked = await modelRequests({ model_url: model.url }, marker);
  return { failures: result.batchItemFailures.length, fields: stored?.collected_fields, asked: asked.length };
}

describe('the fields of a call', () => {
  it('are collected at the platform’s expense while the day has tokens, and their tokens are counted', async () => {
    const given = await callWithFields();
    const day = { userId: given.call.user_id, now: new Date() };
    await countTokens(table, day, QUOTA - 1);

    expect(await collect(given)).toEqual({ failures: 0, fields: { bill: 'b@example.com' }, asked: 1 });
    expect((await loadDayUse(table, day)).model_tokens).toBeGreaterThan(QUOTA);
  });

  it('are not collected when the day has none left: no model is asked, and the event does not come again', async () => {
    const given = await callWithFields();
    const day = { userId: given.call.user_id, now: new Date() };
    await countTokens(table, day, QUOTA);

    expect(await collect(given)).toEqual({ failures: 0, fields: undefined, asked: 0 });
    expect((await loadDayUse(table, day)).model_tokens).toBe(QUOTA);
  });

  it('are collected with a key of the user’s own all the same', async () => {
    const user_id = randomUUID();
    const connection = {
      id: randomUUID(),
      user_id,
      type: 'account_connection_llm' as const,
      credentials: { llm_api_key: OWN_KEY },
    };
    await createRecords(table, [{ kind: 'account_connection', record: connection }]);
    const given = await callWithFields(connection.id, user_id);
    await countTokens(table, { userId: user_id, now: new Date() }, QUOTA);

    expect(await collect(given)).toEqual({ failures: 0, fields: { bill: 'b@example.com' }, asked: 1 });
  });
});

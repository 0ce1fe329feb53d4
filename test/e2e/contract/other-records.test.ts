import { describe, expect, inject, it } from 'vitest';
import { makeAccount } from '../../support/numbers.ts';
import { makeSample } from '../../support/samples.ts';
import { Api } from '../../support/service/api.ts';
import {
  bothPaths,
  expectFields,
  LLM_CONNECTION,
  PAGE,
  TELEPHONY_CONNECTION,
  VECTOR_DATABASE,
  WEBHOOK,
} from './shapes.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

describe('GET /v1/account_connections', () => {
  it('answers a connection of either kind', async () => {
    const llm = await makeSample(api, 'account_connections');
    const { sid, token, connection: made } = await makeAccount(connection, api);
    const { id } = made;
    const get = (of: string) => bothPaths('/v1/account_connections', (path) => api.get(`${path}?id=${of}`));

    for (const got of await get(llm.id)) {
      expectFields(got, LLM_CONNECTION);
      expect(got).toMatchObject({ type: 'account_connection_llm', credentials: { llm_api_key: 'key' } });
    }
    for (const got of await get(id)) {
      expectFields(got, TELEPHONY_CONNECTION);
      expect(got).toMatchObject({
        type: 'account_connection_telephony',
        credentials: { telephony_account_sid: sid, telephony_auth_token: token },
        steering_pool: [],
        account_supports_any_caller_id: false,
      });
    }
  });
});

describe('GET /v1/account_connections/list', () => {
  it('answers a page of both kinds', async () => {
    const created = [
      await makeSample(api, 'account_connections'),
      (await makeAccount(connection, api)).connection,
    ];

    const pages = await bothPaths('/v1/account_connections/list', (path) =>
      api.get(`${path}?size=100&sort_desc=true`),
    );

    for (const page of pages) {
      expectFields(page, PAGE);
      for (const each of created) expect(page.items).toContainEqual(each);
    }
  });
});

describe('POST /v1/vector_databases/create', () => {
  it('returns all fields, including its key', async () => {
    const body = { type: 'vector_database_vendor_a', index: 'faq', api_key: 'k', api_environment: 'eu' };

    const databases = await bothPaths('/v1/vector_databases/create', (path) => api.post(path, body));

    for (const database of databases) {
      expectFields(database, VECTOR_DATABASE);
      expect(database).toMatchObject(body);
    }
  });
});

describe('POST /v1/webhooks/create', () => {
  it.each(['GET', 'POST', undefined])('takes every kind of event, and the method %s', async (method) => {
    const subscriptions = [
      ...['event_message', 'event_action', 'event_phone_call_connected', 'event_phone_call_ended'],
      ...['event_phone_call_did_not_connect', 'event_transcript', 'event_recording', 'event_human_detection'],
    ];
    const body = { subscriptions, url: 'https://example.com/hook', ...(method && { method }) };

    const webhooks = await bothPaths('/v1/webhooks/create', (path) => api.post(path, body));

    for (const webhook of webhooks) {
      expectFields(webhook, WEBHOOK);
      expect(webhook).toMatchObject({ ...body, method: method ?? 'POST' });
    }
  });
});

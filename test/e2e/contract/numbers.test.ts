import { describe, expect, inject, it } from 'vitest';
import { giveNumber, makeAccount } from '../../support/numbers.ts';
import { makeFullAgent } from '../../support/samples.ts';
import { Api } from '../../support/service/api.ts';
import {
  AVAILABLE_NUMBER,
  bothPaths,
  COMPACT_AGENT,
  COMPACT_NUMBER,
  expectFields,
  FULL_AGENT,
  MONTHLY_PRICE,
  NUMBER,
  NUMBER_SEARCH,
  PAGE,
} from './shapes.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);
const number = connection.phone_number;
const query = `?phone_number=${encodeURIComponent(number)}`;

describe('GET /v1/numbers/', () => {
  it('answers the number with these fields only', async () => {
    const numbers = await bothPaths('/v1/numbers', (path) => api.get(path + query));

    for (const got of numbers) {
      expectFields(got, COMPACT_NUMBER);
      expect(got).toMatchObject({ number, active: true });
    }
  });
});

describe('POST /v1/numbers/buy and link', () => {
  it('take an inbound agent with its prompt as text, together with newer settings', async () => {
    const inbound_agent = { prompt: 'You sell tea.', language: 'de' };
    const { sid, connection: own } = await makeAccount(connection, api);
    const phone_number = await giveNumber(connection, sid);

    const bought = await api.created('/v1/numbers/buy', { inbound_agent });
    const linked = await api.created('/v1/numbers/link', {
      phone_number,
      telephony_account_connection: own.id,
      inbound_agent,
    });

    for (const made of [bought, linked])
      expect(made.inbound_agent).toMatchObject({ prompt: { content: 'You sell tea.' }, language: 'de' });
  });
});

describe('POST /v1/numbers/buy', () => {
  it.each([
    ['without a body', undefined],
    ['with an empty body', {}],
    ['without an agent in the body', { area_code: '415' }],
    ['with the default agent by name', { inbound_agent: 'default' }],
  ])('answers a number that the default agent answers, %s', async (_, body) => {
    const bought = await api.created('/v1/numbers/buy', body);
    const { body: got } = await api.get(`/v1/numbers/?phone_number=${encodeURIComponent(bought.number)}`);

    expectFields(bought, NUMBER);
    expect(bought.inbound_agent).toMatchObject({
      user_id: bought.user_id,
      prompt: { content: expect.stringContaining('answer the telephone') },
    });
    expect(got.inbound_agent).toMatchObject({ id: bought.inbound_agent.id });
  });

  it('answers a number without an agent if null is asked for', async () => {
    const bought = await api.created('/v1/numbers/buy', { inbound_agent: null });

    expectFields(bought, NUMBER);
    expect(bought.inbound_agent).toBeNull();
  });
});

describe('GET /v1/numbers/search', () => {
  it('answers numbers for sale and their price, with these fields only', async () => {
    const path = '/v1/numbers/search';
    const searches = await bothPaths(path, (path) => api.get(`${path}?area_code=415&size=2`));

    for (const search of searches) {
      expectFields(search, NUMBER_SEARCH);
      expectFields(search.monthly_price, MONTHLY_PRICE);
      expect(search.items).toHaveLength(2);
      for (const item of search.items) expectFields(item, AVAILABLE_NUMBER);
    }
  });
});

describe('POST /v1/numbers/cancel', () => {
  it('answers as getting it does, without a body', async () => {
    const { number: bought } = await api.created('/v1/numbers/buy', {});

    const numbers = await bothPaths('/v1/numbers/cancel', (path) =>
      api.post(`${path}?phone_number=${encodeURIComponent(bought)}`),
    );

    for (const cancelled of numbers) {
      expectFields(cancelled, COMPACT_NUMBER);
      expect(cancelled).toMatchObject({ number: bought, active: false });
    }
  });
});

describe('POST /v1/numbers/update', () => {
  it('accepts settings of an agent, and answers the full number with the agent expanded', async () => {
    const { body } = await makeFullAgent(api);
    const { number: bought } = await api.created('/v1/numbers/buy', {});
    const named = `?phone_number=${encodeURIComponent(bought)}`;
    const settings = { outbound_only: false, example_context: { name: 'Ada' }, label: 'Reception' };

    const numbers = await bothPaths('/v1/numbers/update', (path) =>
      api.post(path + named, { ...settings, inbound_agent: body }),
    );
    const { body: got } = await api.get(`/v1/numbers/${named}`);

    expectFields(got.inbound_agent, COMPACT_AGENT);
    for (const updated of numbers) {
      expectFields(updated, NUMBER);
      expect(updated).toMatchObject({ number: bought, ...settings, telephony_account_connection: null });
      expectFields(updated.inbound_agent, FULL_AGENT);
    }
  });
});

describe('GET /v1/numbers/list', () => {
  it('answers a page of the reference form in the newer version', async () => {
    const pages = await bothPaths('/v1/numbers/list', (path) => api.get(path));

    for (const page of pages) {
      expectFields(page, PAGE);
      for (const listed of page.items) expectFields(listed, NUMBER);
      expect(page.items.map((listed: { number: string }) => listed.number)).toContain(number);
    }
  });

  it('answers a bare array in the older version', async () => {
    const headers = { 'api-version': '2023-08' };

    const lists = await bothPaths('/v1/numbers/list', (path) => api.send(path, { headers }));

    for (const list of lists) {
      for (const listed of list) expectFields(listed, COMPACT_NUMBER);
      expect(list.map((listed: { number: string }) => listed.number)).toContain(number);
    }
  });
});

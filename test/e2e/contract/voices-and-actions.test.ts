import { describe, expect, inject, it } from 'vitest';
import { makeSample } from '../../support/samples.ts';
import { Api } from '../../support/service/api.ts';
import { ACTION, bothPaths, expectFields, PAGE, VOICE } from './shapes.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

describe('POST /v1/voices/create', () => {
  it('takes and answers type, voice_name, pitch and rate, and knows the defaults', async () => {
    const voice = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural', pitch: 2, rate: 20 };

    const voices = await bothPaths('/v1/voices/create', (path) => api.post(path, voice));
    const plain = await makeSample(api, 'voices');

    for (const created of voices) {
      expectFields(created, VOICE);
      expect(created).toMatchObject(voice);
    }
    expect(plain).toMatchObject({ pitch: 0, rate: 15 });
  });
});

describe('POST /v1/voices/update', () => {
  it('takes each field by itself, the record by its id in the query', async () => {
    const { id } = await makeSample(api, 'voices');
    const whole = { type: 'voice_vendor_a', voice_name: 'Emma-Neural', pitch: 1, rate: 30 };

    for (const [name, value] of Object.entries(whole)) {
      const voices = await bothPaths('/v1/voices/update', (path) =>
        api.post(`${path}?id=${id}`, { [name]: value }),
      );
      for (const voice of voices) {
        expectFields(voice, VOICE);
        expect(voice).toMatchObject({ id, [name]: value });
      }
    }
  });
});

describe('GET /v1/voices/list', () => {
  it('answers a page of all five kinds', async () => {
    const kinds = [
      { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
      { type: 'voice_vendor_b', speaker: 'x' },
      { type: 'voice_vendor_c', voice_id: 'x' },
      { type: 'voice_vendor_d', voice_id: 'x' },
      { type: 'voice_builtin', voice_id: 'default' },
    ];
    const created = await Promise.all(kinds.map((voice) => api.created('/v1/voices/create', voice)));

    const pages = await bothPaths('/v1/voices/list', (path) => api.get(`${path}?size=100&sort_desc=true`));

    for (const page of pages) {
      expectFields(page, PAGE);
      for (const voice of created) expect(page.items).toContainEqual(voice);
    }
  });
});

describe('GET /v1/actions', () => {
  it.each([
    ['action_transfer_call', { phone_number: '+15551234567' }],
    ['action_end_conversation', {}],
    ['action_dtmf', {}],
    ['action_set_hold', {}],
    ['action_add_to_conference', { phone_number: '+15551234567' }],
  ])('answers the full form: %s', async (type, config) => {
    const { id } = await api.created('/v1/actions/create', { type, config });

    const actions = await bothPaths('/v1/actions', (path) => api.get(`${path}?id=${id}`));

    for (const action of actions) {
      expectFields(action, ACTION);
      const action_trigger = { type: 'action_trigger_function_call', config: {} };
      expect(action).toMatchObject({ id, type, config, action_trigger });
    }
  });
});

describe('POST /v1/actions/update', () => {
  it('takes a config, and answers the full form', async () => {
    const { id } = await makeSample(api, 'actions');
    const config = { phone_number: '+15557654321' };

    const actions = await bothPaths('/v1/actions/update', (path) => api.post(`${path}?id=${id}`, { config }));

    for (const action of actions) {
      expectFields(action, ACTION);
      expect(action).toMatchObject({ id, type: 'action_transfer_call', config });
    }
  });
});

import { describe, expect, inject, it } from 'vitest';
import { makeAgent } from '../../support/scene.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');
const api = new Api(connection.base_url, connection.access_token);

const voiceBody = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };

describe('paths', () => {
  it('are the same with and without a trailing slash', async () => {
    const { agent } = await makeAgent(api);

    const answers = await Promise.all(
      ['/v1/agents', '/v1/agents/'].map((path) => api.get(`${path}?id=${agent.id}`)),
    );
    const created = await api.post('/v1/voices/create/', voiceBody);

    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
      [200, agent.id],
      [200, agent.id],
    ]);
    expect(created.status).toBe(200);
  });

  it.each([
    ['GET', '/v1/nothing'],
    ['GET', '/'],
    ['DELETE', '/v1/agents/'],
    ['GET', '/v1/calls/create'],
  ])('that do not exist are answered with 404: %s %s', async (method, path) => {
    const answer = await api.send(path, { method });

    expect(answer).toMatchObject({ status: 404, body: { detail: [{ type: 'not_found' }] } });
    expect(answer.headers.get('content-type')).toBe('application/json');
  });
});

describe('a request without a valid token', () => {
  it.each([
    ['no token', undefined],
    ['a wrong token', 'wrong'],
  ])('is answered with 401: %s', async (_, token) => {
    const answer = await new Api(connection.base_url, token).get('/v1/calls/list');

    expect(answer).toMatchObject({ status: 401, body: { detail: [{ loc: [], type: 'unauthorized' }] } });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });
});

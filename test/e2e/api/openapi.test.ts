import { describe, expect, inject, it } from 'vitest';
import { Api, getJson } from '../../support/service/api.ts';

const connection = inject('connection');

describe('the OpenAPI document that is served', () => {
  it('is public, and contains its own URL', async () => {
    const answer = await new Api(connection.base_url, undefined).get('/v1/openapi.json');

    const kept = await import('../../../docs/openapi.json', { with: { type: 'json' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.body).toEqual({ ...kept.default, servers: [{ url: connection.base_url }] });
  });

  it('is at the URL in connection.json', async () => {
    expect(await getJson(connection.openapi_url)).toMatchObject({ openapi: '3.1.0' });
  });
});

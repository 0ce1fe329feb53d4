import { isDeepStrictEqual } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { catalogue } from '../../../lambdas/catalogue.ts';
import { API_VERSIONS } from '../../../lambdas/platform/api-versions.ts';
import { openApiDocument } from '../../../lib/openapi/document.ts';
import { Api } from '../../support/service/api.ts';

const connection = inject('connection');

describe('the OpenAPI document that is served', () => {
  it('is public, and contains its own URL', async () => {
    expect(connection.openapi_url).toBe(`${connection.base_url}/v1/openapi.json`);
    const answer = await new Api(connection.base_url, undefined).get('/v1/openapi.json');

    const kept = await import('../../../docs/openapi.json', { with: { type: 'json' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.body).toEqual({ ...kept.default, servers: [{ url: connection.base_url }] });
  });

  it('describes the version that is asked for', async () => {
    const [version] = API_VERSIONS;
    const api = new Api(connection.base_url, undefined);

    const { body } = await api.get(`/v1/openapi.json?version=${version}`);

    const expected = await openApiDocument(catalogue, version);
    const servers = [{ url: connection.base_url }];
    expect(isDeepStrictEqual(body, JSON.parse(JSON.stringify({ ...expected, servers })))).toBe(true);
  });

  it('names the versions if asked for another one', async () => {
    const answer = await new Api(connection.base_url, undefined).get('/v1/openapi.json?version=2020-01');

    expect([answer.status, answer.body.detail]).toEqual([
      422,
      [
        {
          loc: ['query', 'version'],
          msg: 'Must be one of: 2023-08, 2024-08, 2024-08-27, 2026-11.',
          type: 'unknown_value',
        },
      ],
    ]);
  });
});

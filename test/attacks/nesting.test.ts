import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkToolCall } from '../../lambdas/domain/conversations/actions/check-tool-call.ts';
import { MAX_JSON_DEPTH, parseJson } from '../../lambdas/domain/parse-json.ts';
import { SAMPLES } from '../support/samples.ts';
import { getJson } from '../support/service/api.ts';
import { type OwnService, startOwnService } from '../support/service/own-service.ts';

const deepList = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

let service: OwnService;

beforeAll(async () => {
  service = await startOwnService({});
});

afterAll(() => service.close());

/** Every endpoint with a body, from its contract. */
async function pathsWithBody(): Promise<string[]> {
  const document = await getJson(service.connection.openapi_url);
  return Object.entries<Record<string, { requestBody?: unknown }>>(document.paths).flatMap(
    ([path, { post }]) => (post?.requestBody ? [path] : []),
  );
}

const post = (path: string, body: string) => service.api.send(path, { method: 'POST', body });

describe('nested JSON', () => {
  it.each([
    ['lists', deepList],
    ['objects', deepObject],
  ])('to %s of 64 levels is read, and of one more is refused', (_, deep) => {
    expect(() => parseJson(deep(MAX_JSON_DEPTH))).not.toThrow();
    expect(() => parseJson(deep(MAX_JSON_DEPTH + 1))).toThrow('64 levels');
  });

  it.each([
    ['"[[["', '[['],
    ['"\\"[[["', '"[['],
    ['"\\\\"', '\\'],
  ])('is distinguished from brackets in strings: %s', (json) => {
    const text = `[${json.replace('[[[', '['.repeat(100))}]`;

    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('is refused as arguments of a tool', () => {
    const tool = {
      name: 'any',
      description: '',
      parameters: {},
      action: { id: null, type: 'action_dtmf' as const },
    };

    expect(checkToolCall([tool], { name: 'any', arguments: deepObject(30_000) })).toHaveProperty('fault');
  });
});

describe('a body nested 100,000 levels deep', () => {
  it('is refused with 422 by every endpoint with a body', async () => {
    const paths = await pathsWithBody();
    expect(paths.length).toBeGreaterThan(15);
    const answers: Record<string, unknown> = {};

    for (const path of paths) {
      const { status, body } = await post(path, `{"a":${deepList(100_000)}}`);
      answers[path] = [status, body.detail[0].type];
    }

    expect(answers).toEqual(Object.fromEntries(paths.map((path) => [path, [422, 'too_deep']])));
  }, 120_000);

  it.each<[string, string]>([
    ['/v1/agents/create', `{"prompt":{"content":"x"},"voice":{},"actions":${deepList(100_000)}}`],
    ['/v1/agents/create', `{"prompt":{"content":"x"},"voice":{},"actions":[${deepObject(40_000)}]}`],
    ['/v1/agents/create', deepObject(45_000)],
    ['/v1/actions/create', `{"type":"action_external","config":${deepObject(40_000)}}`],
    [
      '/v1/calls/create',
      `{"from_number":"+15550001111","to_number":"+15550002222","agent":${deepObject(40_000)}}`,
    ],
    [
      '/v1/calls/create',
      `{"from_number":"+15550001111","to_number":"+15550002222","context":${deepObject(40_000)}}`,
    ],
    ['/v1/calls/create', '['.repeat(290_000)],
  ])('kills nothing: %s', async (path, body) => {
    const { status } = await post(path, body);

    expect(status).toBe(422);
    // The same worker continues.
    expect((await service.api.post('/v1/voices/create', SAMPLES.voices)).status).toBe(200);
  });

  it.each([21, 30, 58])('of %i levels is refused or stored completely', async (levels) => {
    const before = (await service.api.get('/v1/actions/list')).headers.get('x-total-count');
    const config = {
      name: 'a',
      description: 'b',
      url: 'https://example.com/',
      input_schema: { properties: { a: { default: JSON.parse(deepList(levels)) } } },
    };

    const { status, body } = await service.api.post('/v1/actions/create', {
      type: 'action_external',
      config,
    });

    expect([status, body.detail?.[0].loc.slice(0, 2)]).toEqual([422, ['body', 'config']]);
    expect((await service.api.get('/v1/actions/list')).headers.get('x-total-count')).toBe(before);
  });
});

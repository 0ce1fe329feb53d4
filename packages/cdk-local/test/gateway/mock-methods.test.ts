import { describe, expect, it } from 'vitest';
import { restApi, route } from './api-resources.ts';
import { startGateway } from './start-gateway.ts';

const FORM = 'application/x-www-form-urlencoded';

/** A method that answers fixed markup to a posted form. */
const fixed = (changes: Record<string, unknown> = {}) => [
  ...restApi(),
  ...route('POST', '/sorry', 'unused', {
    integration: {
      Type: 'MOCK',
      PassthroughBehavior: 'NEVER',
      RequestTemplates: { [FORM]: '{"statusCode": 200}' },
      IntegrationResponses: [{ StatusCode: '200', ResponseTemplates: { 'text/xml': '<Response/>' } }],
      ...changes,
    },
  }),
];

describe('a method with a mock integration', () => {
  it('answers its template, with the template’s content type, and invokes nothing', async () => {
    const { url, calls } = await startGateway(fixed(), {});

    const response = await fetch(`${url}/sorry`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/xml');
    expect(await response.text()).toBe('<Response/>');
    expect(calls).toEqual([]);
  });

  it('refuses a content type without a template', async () => {
    const { url } = await startGateway(fixed(), {});

    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/sorry`, { method: 'POST', headers, body: 'x' });

    expect(response.status).toBe(415);
  });

  it.each([
    [{ PassthroughBehavior: 'WHEN_NO_MATCH' }, /pass nothing through/],
    [{ RequestTemplates: { [FORM]: '$input.json' } }, /request template must be/],
    [
      { IntegrationResponses: [{ StatusCode: '200', ResponseTemplates: { 'text/xml': '$context.x' } }] },
      /template language/,
    ],
  ])('is refused at the start with %j', async (changes, message) => {
    await expect(startGateway(fixed(changes), {})).rejects.toThrow(message);
  });
});

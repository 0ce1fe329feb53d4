import { describe, expect, it } from 'vitest';
import { sampleOf } from '../src/pages/reference/samples.ts';

const request = {
  method: 'POST',
  target: '/v1/calls/create?id=a%26b',
  body: { to: `it's "x"`, deep: { list: [1, true, null], none: {} } },
} as const;

describe('the examples of the reference', () => {
  it('are programs in TypeScript, whose strings cannot end early', () => {
    const sample = sampleOf('typescript', 'https://calls.example', request);

    expect(sample).toContain(`await client.post("/v1/calls/create", {`);
    expect(sample).toContain(`"id": "a&b"`);
    expect(sample).toContain(String.raw`"to": "it's \"x\""`);
    expect(sample).not.toContain('undefined');
  });

  it('are programs in Python, with its words for true and null', () => {
    const sample = sampleOf('python', 'https://calls.example', request);

    expect(sample).toContain(`requests.post(\n    "https://calls.example/v1/calls/create",`);
    expect(sample).toContain(`params={\n        "id": "a&b",\n    },`);
    expect(sample).toContain(String.raw`"to": "it's \"x\"",`);
    expect(sample).toContain('"list": [\n                1,\n                True,\n                None,');
    expect(sample).toContain('"none": {}');
  });

  it('leave out what the request does not have', () => {
    const sample = sampleOf('typescript', 'https://calls.example', { method: 'GET', target: '/v1/usage' });

    expect(sample).toContain('await client.get("/v1/usage"));');
  });
});

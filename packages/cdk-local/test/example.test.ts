import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { synthesizeExample } from '../example/app.ts';
import { type Runtime, startRuntime } from '../src/runtime.ts';

const directory = mkdtempSync(join(tmpdir(), 'cdk-local-example-'));
let runtime: Runtime;

beforeAll(async () => {
  runtime = await startRuntime({
    assembly: () => synthesizeExample(directory),
    data: join(directory, 'data'),
    port: 0,
    region: 'eu-central-1',
    secrets: {},
    environment: {},
  });
});

afterAll(async () => {
  await runtime.close();
  rmSync(directory, { recursive: true, force: true });
});

it('runs an unrelated CDK app, from its API over the stream and the queue back to the table', async () => {
  const created = await fetch(`${runtime.url}/notes`, {
    method: 'POST',
    body: 'milk, bread and a newspaper',
  });
  const { id } = JSON.parse(await created.text());

  const note = await vi.waitFor(
    async () => {
      const response = await fetch(`${runtime.url}/notes/${id}`);
      const found: unknown = await response.json();
      expect(found).toHaveProperty('words');
      return found;
    },
    { timeout: 20_000 },
  );

  expect(created.status).toBe(201);
  expect(note).toEqual({ text: 'milk, bread and a newspaper', words: 5 });
});

it('answers 404 for a missing note', async () => {
  const response = await fetch(`${runtime.url}/notes/none`);

  expect(response.status).toBe(404);
});

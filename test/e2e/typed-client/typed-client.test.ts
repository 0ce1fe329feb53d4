import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { typesOf } from '../../../lib/openapi/types/types-of.ts';
import { compile } from '../../support/run/compile.ts';
import { newNumber, setCallee } from '../../support/scene.ts';

// A client as a user of the API would write one: openapi-fetch with types that openapi-typescript generates from the
// document. The types are generated here within the project, so that the program finds its packages.
const folder = join(import.meta.dirname, '..', '..', '..', 'build', 'typed-client');
const [types, program] = ['api.ts', 'program.ts'].map((name) => join(folder, name)) as [string, string];
const connection = inject('connection');

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(types, await typesOf(readFileSync('docs/openapi.json', 'utf8')));
  copyFileSync(join(import.meta.dirname, 'program.ts'), program);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a client with types from the OpenAPI document', () => {
  it('compiles', () => {
    expect(compile([types, program])).toBe('');
  });

  it('creates an agent, places a call and reads the transcript', async () => {
    const to = newNumber();
    await setCallee(connection, to, {
      answer: 'answer',
      script: [{ say: 'no, thank you' }, { say: 'bye' }, { hang_up: true }],
    });
    const { runCall, missingCall } = await import(/* @vite-ignore */ program);
    const settings = {
      baseUrl: connection.base_url,
      token: connection.access_token,
      from: connection.phone_number,
      to,
      webhookUrl: 'http://127.0.0.1:1024/hook',
    };

    const { agent, agents, call, transcript } = await runCall(settings);
    const missing = await missingCall(settings);

    expect(agents).toHaveLength(1);
    expect(call).toMatchObject({ status: 'ended', to_number: to, agent: { id: agent.id } });
    expect(transcript).toMatch(/^AGENT: Tea\?\nHUMAN: no, thank you/);
    expect(missing.detail[0].type).toBe('not_found');
  });
});

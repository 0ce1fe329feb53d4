import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { EXTERNAL } from '../support/agent-versions.ts';
import { FunctionApi } from '../support/service/function-api.ts';
import { FunctionClient } from '../support/service/function-client.ts';
import { addHeldNumber } from '../support/table/held-number.ts';

const HELD = '+15550002222';
const functions = await FunctionApi.ofFile();
const api = new FunctionClient(functions);

beforeAll(() => addHeldNumber(functions, HELD));

const voiceBody = { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' };

it('a creation ignores a record’s own id and owner when they are sent back', async () => {
  const sent = { ...voiceBody, id: randomUUID(), user_id: randomUUID() };

  const voice = await api.created('/v1/voices/create', sent);

  expect(voice.id).not.toBe(sent.id);
  expect(voice.user_id).not.toBe(sent.user_id);
});

describe('an invalid body', () => {
  const faults = (answer: { body: { detail: { loc: string[]; type: string }[] } }) =>
    answer.body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).sort();

  it.each([
    ['is too large', 413, 'application/json', 'x'.repeat(400_000), 'body body_too_large'],
    ['is not JSON', 415, 'text/plain', 'x', 'header.content-type unsupported_media_type'],
  ])('%s: %i', async (_, status, contentType, content, expected) => {
    const answer = await api.send('/v1/prompts/create', {
      method: 'POST',
      body: JSON.stringify({ content }),
      headers: { 'content-type': contentType },
    });

    expect(answer.status).toBe(status);
    expect(faults(answer)).toEqual([expected]);
    expect(answer.headers.get('x-request-id')).toBeTruthy();
  });

  it('is answered with 422 when a call could not store its agent', async () => {
    const large = { ...EXTERNAL.config, input_schema: { text: 'x'.repeat(16_000) } };
    const action = (url: string) => ({ ...EXTERNAL, config: { ...large, url } });
    const actions = Array.from({ length: 15 }, (_, index) => action(`https://example.com/${index}`));
    const agent = await api.created('/v1/agents/create', {
      prompt: { content: 'Be kind.' },
      voice: voiceBody,
      actions,
    });

    const answer = await api.post('/v1/calls/create', {
      from_number: HELD,
      to_number: '+15550009999',
      agent: agent.id,
    });

    expect(answer.status).toBe(422);
    expect(faults(answer)).toEqual(['body.agent agent_too_large']);
  });
});

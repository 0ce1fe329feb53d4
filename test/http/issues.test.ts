import { describe, expect, it } from 'vitest';
import { newerAgentInput, olderAgentInput } from '../../lambdas/agents/model/agent.ts';
import { callInput } from '../../lambdas/calls/model/call.ts';
import type { Schema } from '../../lambdas/http/endpoint.ts';
import { issuesAt, parseInput } from '../../lambdas/http/issues.ts';
import { promptInput } from '../../lambdas/prompts/model/prompt.ts';
import { vectorDatabaseInput } from '../../lambdas/vector-databases/model/vector-database.ts';
import { voiceInput } from '../../lambdas/voices/model/voice.ts';
import { webhookInput } from '../../lambdas/webhooks/model/webhook.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8001';

const call = (changes: object) => ({
  from_number: '+15551230001',
  to_number: '+15551230002',
  agent: ID,
  ...changes,
});
const agent = (changes: object) => ({ prompt: ID, voice: ID, ...changes });
const hook = (changes: object) => ({ url: 'https://example.com', subscriptions: [], ...changes });

function issues(part: 'body' | 'query', schema: Schema, value: unknown) {
  const { error } = parseInput(schema, value);
  return error ? issuesAt([part], error) : [];
}

describe('issuesAt', () => {
  it.each<[Schema, unknown, string, string]>([
    [callInput, call({ agent: undefined }), 'agent', 'missing'],
    [callInput, call({ to_number: 5 }), 'to_number', 'wrong_type'],
    [callInput, call({ to_number: '5551230002' }), 'to_number', 'wrong_format'],
    [callInput, call({ form_number: '' }), 'form_number', 'unknown_key'],
    [newerAgentInput, agent({ language: 'xx' }), 'language', 'unknown_value'],
    [newerAgentInput, agent({ llm_temperature: 2 }), 'llm_temperature', 'too_big'],
    [newerAgentInput, agent({ idle_time_seconds: 1.5 }), 'idle_time_seconds', 'wrong_type'],
    [newerAgentInput, agent({ actions: [ID, 'no'] }), 'actions.1', 'wrong_format'],
    [newerAgentInput, agent({ llm_fallback: {} }), 'llm_fallback.model_name', 'missing'],
    [olderAgentInput, { prompt: '', voice: { type: 'voice_builtin' } }, 'voice.type', 'unknown_value'],
    [newerAgentInput, agent({ voice: { type: 'voice_vendor_a' } }), 'voice.voice_name', 'missing'],
    [newerAgentInput, agent({ voice: {} }), 'voice.type', 'missing'],
    [newerAgentInput, agent({ voice: 5 }), 'voice', 'wrong_type'],
    [newerAgentInput, agent({ voice: null }), 'voice', 'wrong_type'],
    [newerAgentInput, agent({ voice: undefined }), 'voice', 'missing'],
    [
      newerAgentInput,
      agent({ voice: { id: 7, type: 'voice_builtin', voice_id: 'x' } }),
      'voice.id',
      'wrong_type',
    ],
    [callInput, call({ agent: { id: 'x', prompt: ID } }), 'agent.id', 'wrong_format'],
    [voiceInput, { type: 'voice_vendor_z' }, 'type', 'unknown_value'],
    [vectorDatabaseInput, { index: 'i', api_key: 'k', api_environment: 'e' }, 'type', 'missing'],
    [voiceInput, { type: 'voice_builtin', voice_id: '' }, 'voice_id', 'too_small'],
    [promptInput, { content: 'x'.repeat(50_001) }, 'content', 'too_big'],
    [promptInput, JSON.parse('{"__proto__":{}}'), '__proto__', 'unknown_key'],
    [webhookInput, hook({ subscriptions: Array(15).fill('event_message') }), 'subscriptions', 'too_big'],
    [webhookInput, hook({ url: 'https://a:b@example.com' }), 'url', 'invalid_value'],
  ])('reports the location and type of an issue (case %#)', (schema, value, place, type) => {
    const found = issues('body', schema, value);

    expect(found).toEqual([
      { loc: ['body', ...place.split('.')], msg: expect.stringMatching(/^[A-Z].+\.$/), type },
    ]);
  });

  it.each<[Schema, unknown, string]>([
    [
      callInput,
      call({ to_number: '5' }),
      'The country code is missing: begin with a plus sign and the country code, as in +15551234567.',
    ],
    [callInput, call({ context: manyEntries() }), 'At most 50 entries are allowed.'],
    [webhookInput, hook({ method: 'PUT' }), 'Must be one of: GET, POST.'],
    [newerAgentInput, agent({ conversation_speed: 3 }), 'Must be at most 2.'],
    [promptInput, { content: 'x'.repeat(50_001) }, 'Must have at most 50000 characters.'],
    [
      callInput,
      call({ telephony_params: { Timeout: '601' } }),
      'Must be a whole number from 5 to 600, as a string.',
    ],
    [callInput, call({ form_number: '' }), 'Unknown key. The nearest known key is from_number.'],
    [callInput, call({ colour: '' }), expect.stringMatching(/^Unknown key\. Known keys: /)],
    [
      newerAgentInput,
      agent({ actions: [{ type: 'action_hangup' }] }),
      'Must be one of: action_transfer_call, action_end_conversation, action_dtmf, action_set_hold, action_add_to_conference, action_send_text, action_schedule_callback, action_external, action_mcp.',
    ],
    [
      webhookInput,
      hook({ url: 'ftp://x' }),
      'Must be an http or https URL without credentials, at port 80, 443 or from 1024 up.',
    ],
  ])('says which values are valid (case %#)', (schema, value, msg) => {
    expect(issues('body', schema, value).map((issue) => issue.msg)).toEqual([msg]);
  });

  it('reports every issue at once, and ignores read-only fields', () => {
    const found = issues(
      'body',
      callInput,
      call({ from_number: 1, agent: 'x', typo: 1, id: 'mine', user_id: 7 }),
    );

    expect(found.map(({ loc }) => loc.join('.'))).toEqual(['body.from_number', 'body.agent', 'body.typo']);
  });
});

function manyEntries() {
  return Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 'value']));
}

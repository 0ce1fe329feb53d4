import { describe, expect, it } from 'vitest';
import { readRefusal as readBedrockRefusal } from '../../../lambdas/vendors/llm/bedrock/bedrock-model.ts';
import { ModelApiError } from '../../../lambdas/vendors/llm/model-failure.ts';
import { readOpenAiRefusal } from '../../../lambdas/vendors/llm/openai/read-refusal.ts';
import { rowsOf } from '../../support/rows.ts';

/** All that a request carries. */
const carried = [
  'max_tokens',
  'temperature',
  'stream_options',
  'tool_choice',
  'reasoning_effort',
  'response_format',
  'tools',
] as const;

const refused = (body: object, status = 400) =>
  readOpenAiRefusal(new ModelApiError('unknown', status, JSON.stringify(body)), { carried });

const openAi = (message: string, param: string | null, code: string | null) =>
  refused({ error: { message, type: 'invalid_request_error', param, code } });

const parameter = (name: string | undefined) => ({ reason: 'parameter', parameter: name });

describe('the refusal of an OpenAI-compatible API', () => {
  const REFUSALS = rowsOf<[string, number, object, string | null]>(
    import.meta.url,
    'corpus/openai-refusals.jsonl',
  );

  it.each(REFUSALS)('%s is read', (_, status, body, expected) => {
    expect(refused(body, status)).toEqual(parameter(expected ?? undefined));
  });

  it('of a long request includes the window, if the vendor reports it', () => {
    const told = openAi(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      'messages',
      'context_length_exceeded',
    );

    expect(told).toEqual({ reason: 'too_long', window: 8192 });
    expect(refused({ error: { message: 'input is too long' } })).toEqual({
      reason: 'too_long',
      window: undefined,
    });
  });

  it.each([401, 403, 404, 408, 429, 500, 503])('does not have the status %i', (status) => {
    expect(refused({ error: { message: 'temperature', param: 'temperature' } }, status)).toBeUndefined();
  });
});

describe('the refusal of Amazon Bedrock', () => {
  const read = (words: string, code = 'ValidationException', status = 400) =>
    readBedrockRefusal(new ModelApiError(code, status, words));

  const REFUSALS = rowsOf<[string, string | null]>(import.meta.url, 'corpus/bedrock-refusals.jsonl');

  it.each(REFUSALS)('is read: %s', (words, expected) => {
    expect(read(words)).toEqual(parameter(expected ?? undefined));
  });

  it('to a model without prompt caching is a denial of access', () => {
    const words =
      'You invoked an unsupported model or your request did not allow prompt caching. See the documentation for more information.';

    expect(read(words, 'AccessDeniedException', 403)).toEqual(parameter('prompt_cache'));
    expect(read('You are not authorized.', 'AccessDeniedException', 403)).toBeUndefined();
  });

  it('of a long request is read', () => {
    expect(read('Input is too long for requested model.')).toMatchObject({ reason: 'too_long' });
    expect(read('prompt is too long: 210000 tokens > 200000 maximum')).toEqual({
      reason: 'too_long',
      window: 200_000,
    });
  });

  it('does not include throttling', () => {
    expect(read('Too many tokens, please wait.', 'ThrottlingException', 429)).toBeUndefined();
    expect(readBedrockRefusal(new Error('temperature'))).toBeUndefined();
  });

  it('never shows the vendor’s words', () => {
    const error = new ModelApiError('ValidationException', 400, 'what was said');

    expect(`${error} ${JSON.stringify(error)} ${error.stack}`).not.toContain('said');
  });
});

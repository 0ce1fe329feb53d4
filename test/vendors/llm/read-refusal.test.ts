import { describe, expect, it } from 'vitest';
import { readRefusal as readBedrockRefusal } from '../../../lambdas/vendors/llm/bedrock/bedrock-model.ts';
import { ModelApiError } from '../../../lambdas/vendors/llm/model-failure.ts';
import { readOpenAiRefusal } from '../../../lambdas/vendors/llm/openai/read-refusal.ts';

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
  it.each<[string, ReturnType<typeof readOpenAiRefusal>, string | undefined]>([
    [
      'by OpenAI of a name it has replaced',
      openAi(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
        'unsupported_parameter',
      ),
      'max_tokens',
    ],
    [
      'by OpenAI of a value',
      openAi(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        'temperature',
        'unsupported_value',
      ),
      'temperature',
    ],
    [
      'by OpenAI without a parameter',
      openAi('Unrecognized request argument supplied: reasoning_effort', null, null),
      'reasoning_effort',
    ],
    [
      'by Mistral',
      refused(
        {
          object: 'error',
          message: {
            detail: [
              {
                type: 'extra_forbidden',
                loc: ['body', 'stream_options', 'include_usage'],
                msg: 'Extra inputs are not permitted',
                input: true,
              },
            ],
          },
          type: 'invalid_request_error',
          param: null,
          code: null,
        },
        422,
      ),
      'stream_options',
    ],
    [
      'by Gemini',
      refused({
        error: {
          code: 400,
          message: 'Invalid JSON payload received. Unknown name "tool_choice": Cannot find field.',
          status: 'INVALID_ARGUMENT',
        },
      }),
      'tool_choice',
    ],
    [
      'by vLLM',
      refused({
        object: 'error',
        message:
          '2 validation errors for ChatCompletionRequest\ntool_choice\n  Extra inputs are not permitted [type=extra_forbidden, input_value=…]',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
      'tool_choice',
    ],
    [
      'of all tools by vLLM',
      refused({
        object: 'error',
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        type: 'BadRequestError',
        param: null,
        code: 400,
      }),
      'tools',
    ],
    ['of all tools by Ollama', refused({ error: { message: 'gemma:2b does not support tools' } }), 'tools'],
    [
      'of a choice among tools',
      refused({ error: { message: 'This model does not support tool choice (tool_choice).' } }),
      'tool_choice',
    ],
    ['without any reason', refused({}), undefined],
  ])('%s is read', (_, refusal, expected) => {
    expect(refusal).toEqual(parameter(expected));
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

  it.each([
    ["This model doesn't support tool use in streaming mode.", 'tools'],
    ["This model doesn't support the toolConfig field. Remove toolConfig and try again.", 'tools'],
    ['The model returned the following errors: temperature is deprecated for this model.', 'temperature'],
    ["This model doesn't support the temperature field. Remove temperature and try again.", 'temperature'],
    [
      'Malformed input request: #: extraneous key [reasoning_effort] is not permitted, please reformat your input and try again.',
      'reasoning_effort',
    ],
    [
      'Malformed input request: #/messages/6/content/0: extraneous key [cachePoint] is not permitted, please reformat your input and try again.',
      'prompt_cache',
    ],
    [
      'The maximum tokens you requested exceeds the model limit of 200. Try again with a maximum tokens value that is lower than 200.',
      'max_tokens',
    ],
    ['The provided model identifier is invalid.', undefined],
  ])('is read: %s', (words, expected) => {
    expect(read(words)).toEqual(parameter(expected));
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

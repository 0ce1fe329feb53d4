import type OpenAI from 'openai';
import type { ModelMessage } from '../../model/llm-message.ts';
import { MODEL_PARAMETERS } from '../../model/model-traits.ts';
import { maxTokensOf, promptTokens } from '../answer-limits.ts';
import type { ModelApiRequest } from '../answer-stream.ts';
import { fitWindow, messagesLeftOut, tokensOfJson } from '../fit-window.ts';
import { inStrictOrder, jsonOnly, WORDS_ONLY, withoutTools } from '../instructions.ts';
import type { ModelRequest } from '../language-model.ts';
import type { Plan } from '../parameters/plan.ts';

type Body = OpenAI.ChatCompletionCreateParamsStreaming;

export interface CompletionRequest extends ModelApiRequest {
  readonly body: Body;
}

interface Target {
  readonly model: string;
  readonly baseUrl: string;
  readonly isCounted: boolean;
}

/** The body of a request, built by a plan. Parts that stay the same come first: vendors cache the beginning. */
export function completionRequest(request: ModelRequest, plan: Plan, target: Target): CompletionRequest {
  const { temperature, reasoningEffort, answer } = request;
  const { omitted } = plan;
  const maxTokens = maxTokensOf(request, plan);
  const tools = omitted.has('tools') ? [] : request.tools.map(functionTool);
  const mayForbid = tools.length > 0 && !omitted.has('tool_choice');
  const asksForWords = tools.length > 0 && !request.mayUseTools && !mayForbid;
  const given = omitted.has('tools') ? withoutTools(request.messages) : request.messages;
  const left = promptTokens(maxTokens, plan) - tokensOfJson(tools);
  const fitting = fitWindow(given, left);
  const allMessages = [
    ...fitting,
    ...(asksForWords ? [WORDS_ONLY] : []),
    ...(answer && omitted.has('response_format') ? [jsonOnly(answer)] : []),
  ];
  const messages = omitted.has('late_system') ? inStrictOrder(allMessages) : allMessages;
  const optional = {
    ...limited(maxTokens, target, plan),
    ...(!omitted.has('temperature') && { temperature }),
    ...(target.isCounted && !omitted.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(reasoningEffort && !omitted.has('reasoning_effort') && { reasoning_effort: reasoningEffort }),
    ...(answer && !omitted.has('response_format') && { response_format: jsonFormat(answer) }),
    ...(tools.length > 0 && { tools }),
    ...(mayForbid && !request.mayUseTools && { tool_choice: 'none' as const }),
  };
  const body = {
    model: target.model,
    messages: messages.map((message) => vendorMessage(message, target)),
    stream: true,
    ...optional,
  } as const;
  const hasLateSystem = messages.some(({ role }, index) => role === 'system' && index > 0);
  const carried = MODEL_PARAMETERS.filter((name) =>
    name === 'late_system' ? hasLateSystem : name in optional,
  );
  const leftOut = messagesLeftOut(given, fitting);
  return { body, messages, leftOut, carried, tokens: () => tokensOfJson(body) };
}

/** The limit of the answer: OpenAI's reasoning models refuse `max_tokens`, the only one that others support. */
function limited(maxTokens: number, { baseUrl }: Target, { omitted }: Plan): Partial<Body> {
  const names = ['max_tokens', 'max_completion_tokens'] as const;
  const inOrder = new URL(baseUrl).hostname === 'api.openai.com' ? names.toReversed() : names;
  const name = inOrder.find((each) => !omitted.has(each));
  return name ? { [name]: maxTokens } : {};
}

const jsonFormat = (answer: NonNullable<ModelRequest['answer']>) => ({
  type: 'json_schema' as const,
  json_schema: { ...answer, strict: true },
});

/** Gemini refuses earlier tool calls without a signature of its reasoning, or this placeholder. */
const UNSIGNED = { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } };

function vendorMessage(message: ModelMessage, { model }: Target): OpenAI.ChatCompletionMessageParam {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
  if ('toolCalls' in message) {
    const tool_calls = message.toolCalls.map(({ id, name, arguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: given },
      ...(/^gemini/i.test(model) && UNSIGNED),
    }));
    return { role: 'assistant', content: message.content, tool_calls };
  }
  return message;
}

function functionTool({ name, description, parameters }: ModelRequest['tools'][number]) {
  return { type: 'function' as const, function: { name, description, parameters: { ...parameters } } };
}

import * as z from 'zod/mini';
import { askExternalService, failureOf, MAX_ANSWER_BYTES, serviceAnswerOf } from './ask-external-service.ts';
import { askMcpServer, HandshakeFailed, type McpAnswer } from './mcp-server.ts';
import {
  type AskService,
  externalAction,
  mcpAction,
  type ServiceAnswer,
  type ServiceRequest,
  TIMEOUT_MS,
} from './model/external-service.ts';
import { headersOfMarks } from './model/marked-arguments.ts';

/** Asks the server of an action, of its kind. Returns every failure as an answer; never throws. */
export const askActionService: AskService = ({ type, config }, request) =>
  type === 'action_mcp'
    ? callMcpTool(mcpAction.parse(config), request)
    : askExternalService(externalAction.parse(config), request);

async function callMcpTool(
  { url, headers, name, input_schema }: z.infer<typeof mcpAction>,
  { callId, payload, idempotencyKey, deadline, isRehearsal = false }: ServiceRequest,
): Promise<ServiceAnswer> {
  const _meta = { call_id: callId, rehearsal: isRehearsal };
  try {
    return mcpAnswerOf(
      await askMcpServer(
        { url, headers },
        {
          method: 'tools/call',
          params: { name, arguments: payload, _meta },
          headers: { ...headersOfMarks(input_schema, payload), 'idempotency-key': idempotencyKey },
        },
        { timeoutMs: TIMEOUT_MS, signal: deadline, maxBytes: MAX_ANSWER_BYTES },
      ),
    );
  } catch (error) {
    if (!(error instanceof HandshakeFailed)) return failureOf(error);
    const { outcome: _, ...failure } = { outcome: undefined, ...failureOf(error.cause) };
    return failure;
  }
}

const toolResult = z.object({
  content: z.optional(z.array(z.object({ type: z.string(), text: z.optional(z.string()) }))),
  structuredContent: z.optional(z.unknown()),
  isError: z.optional(z.boolean()),
});

const MALFORMED: ServiceAnswer = { error: 'The answer of the server is malformed.', outcome: 'unknown' };

/** Codes of JSON-RPC errors after which nothing was done: the message, the method or its parameters are invalid. */
const INVALID = [-32700, -32600, -32601, -32602];

/** Most characters of the server's words about an error. */
const MAX_ERROR = 2_000;

function mcpAnswerOf({ status, result, error }: McpAnswer): ServiceAnswer {
  if (error) {
    const text = `The server refused the call: ${error.message}`.slice(0, MAX_ERROR);
    return { error: text, ...(!INVALID.includes(error.code) && { outcome: 'unknown' as const }) };
  }
  if (result === undefined && (status < 200 || status > 299)) return serviceAnswerOf({ status, body: '' });
  const { data } = toolResult.safeParse(result);
  if (!data || (!data.content && data.structuredContent === undefined)) return MALFORMED;
  const text = (data.content ?? []).map((part) => part.text ?? `[${part.type}]`).join('\n');
  if (data.isError) return { error: `The tool failed: ${text}`.slice(0, MAX_ERROR) };
  return { result: data.structuredContent ?? text };
}

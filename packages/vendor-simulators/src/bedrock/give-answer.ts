import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { pause } from '../http/pause.ts';
import type { Decision } from '../model/script-book.ts';
import { type Answer, halvesOf, streamAnswer } from '../model/stream-answer.ts';
import { AwsError } from './converse-request.ts';

export interface PromptTokens {
  readonly fresh: number;
  readonly read: number;
}

/** Streams an answer of `ConverseStream`. */
export async function giveAnswer(answer: Answer & { readonly prompt: PromptTokens }): Promise<void> {
  const { decision, response, signal, prompt } = answer;
  const { rule, text, toolCall } = decision;
  const startedAt = Date.now();
  await pause(rule.first_token_ms, signal);
  const refusal = refusalOf(decision);
  if (refusal) throw new AwsError(refusal);
  response.writeHead(200, {
    'content-type': 'application/vnd.amazon.eventstream',
    'x-amzn-requestid': randomBytes(16).toString('hex'),
  });
  await streamAnswer(answer, {
    start: event('messageStart', { role: 'assistant' }),
    token: (token) => event('contentBlockDelta', { delta: { text: token }, contentBlockIndex: 0 }),
    afterText: text === '' ? undefined : event('contentBlockStop', { contentBlockIndex: 0 }),
    exception: rule.exception && exception(rule.exception, new AwsError(rule.exception).message),
    toolCall: toolCallEvents,
    end: (tokens) => {
      const usage = {
        inputTokens: prompt.fresh,
        outputTokens: tokens,
        totalTokens: prompt.fresh + prompt.read + tokens,
        cacheReadInputTokens: prompt.read,
        cacheWriteInputTokens: 0,
      };
      return Buffer.concat([
        event('messageStop', { stopReason: toolCall ? 'tool_use' : 'end_turn' }),
        event('metadata', { usage, metrics: { latencyMs: Date.now() - startedAt } }),
      ]);
    },
  });
}

/** The exception with which a request is refused before its stream begins. */
function refusalOf({ rule }: Decision) {
  if (rule.fault === 'http_500') return 'InternalServerException';
  return rule.after_tokens === undefined ? rule.exception : undefined;
}

function toolCallEvents({ name, arguments: args }: NonNullable<Decision['toolCall']>): Buffer[] {
  const contentBlockIndex = 1;
  const toolUseId = `tooluse_${randomBytes(12).toString('base64url')}`;
  // A tool without arguments has an empty input.
  const parts = halvesOf(args === '{}' ? '' : args).map((input) =>
    event('contentBlockDelta', { delta: { toolUse: { input } }, contentBlockIndex }),
  );
  const start = event('contentBlockStart', { start: { toolUse: { toolUseId, name } }, contentBlockIndex });
  return [start, ...parts, event('contentBlockStop', { contentBlockIndex })];
}

/** A message of an event stream: lengths and their checksum, headers of texts (type 7), payload, and a checksum. */
function eventMessage(headers: Readonly<Record<string, string>>, payload: unknown): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const message = Buffer.alloc(16 + head.length + body.length);
  message.writeUInt32BE(message.length, 0);
  message.writeUInt32BE(head.length, 4);
  message.writeUInt32BE(crc32(message.subarray(0, 8)), 8);
  head.copy(message, 12);
  body.copy(message, 12 + head.length);
  message.writeUInt32BE(crc32(message.subarray(0, -4)), message.length - 4);
  return message;
}

const TEXT = 7;

function header(name: string, value: string): Buffer {
  const [key, text] = [Buffer.from(name), Buffer.from(value)];
  const before = Buffer.from([key.length]);
  const between = Buffer.from([TEXT, text.length >> 8, text.length & 0xff]);
  return Buffer.concat([before, key, between, text]);
}

/** An event of a stream. Bedrock pads its payload (`p`), so that its length does not reveal the token. */
function event(type: string, payload: object): Buffer {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' };
  return eventMessage(headers, { ...payload, p: 'abcdefghijklmnopqrstuvwxyz'.slice(0, type.length % 26) });
}

function exception(name: string, message: string): Buffer {
  const type = name.charAt(0).toLowerCase() + name.slice(1);
  const headers = {
    ':exception-type': type,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return eventMessage(headers, { message });
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { crc32 } from 'node:zlib';
import { pause } from '../http/pause.ts';
import type { LoggedRequest } from '../model/request-log.ts';
import type { Decision } from '../model/script-book.ts';
import { AwsError } from './converse-request.ts';

export interface PromptTokens {
  readonly fresh: number;
  readonly read: number;
}

interface Answer {
  readonly decision: Decision;
  readonly prompt: PromptTokens;
  readonly entry: LoggedRequest;
  readonly response: ServerResponse;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Streams an answer by the rule, complete or with a fault. */
export async function giveAnswer(answer: Answer): Promise<void> {
  const { decision, response, signal, entry } = answer;
  const { rule } = decision;
  const startedAt = Date.now();
  await pause(rule.first_token_ms, signal);
  const refusal = refusalOf(decision);
  if (refusal) throw new AwsError(refusal);
  const requestId = randomBytes(16).toString('hex');
  response.writeHead(200, {
    'content-type': 'application/vnd.amazon.eventstream',
    'x-amzn-requestid': requestId,
  });
  await write(answer, event('messageStart', { role: 'assistant' }));
  const tokens = decision.text.match(/\s*\S+|\s+$/g) ?? [];
  const breaksAt = rule.fault === 'cut' ? Math.floor(tokens.length / 2) : 0;
  const isCut = rule.fault !== undefined || rule.exception !== undefined;
  const sent = isCut ? tokens.slice(0, rule.after_tokens ?? breaksAt) : tokens;
  for (const [index, token] of sent.entries()) {
    if (index > 0) await pause(rule.token_ms, signal);
    entry.first_token_at ??= new Date().toISOString();
    entry.sent_text += token;
    await write(answer, event('contentBlockDelta', { delta: { text: token }, contentBlockIndex: 0 }));
  }
  if (rule.exception) return end(answer, exception(rule.exception, new AwsError(rule.exception).message));
  if (rule.fault === 'hang') await once(signal, 'abort');
  if (rule.fault === 'cut') return void response.destroy();
  if (sent.length > 0) await write(answer, event('contentBlockStop', { contentBlockIndex: 0 }));
  const stopReason = await callTool(answer);
  await write(answer, event('messageStop', { stopReason }));
  const { fresh, read } = answer.prompt;
  const usage = {
    inputTokens: fresh,
    outputTokens: tokens.length,
    totalTokens: fresh + read + tokens.length,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: 0,
  };
  end(answer, event('metadata', { usage, metrics: { latencyMs: Date.now() - startedAt } }));
}

/** The exception with which a request is refused before its stream begins. */
function refusalOf({ rule }: Decision) {
  if (rule.fault === 'http_500') return 'InternalServerException';
  return rule.after_tokens === undefined ? rule.exception : undefined;
}

async function callTool(answer: Answer): Promise<'end_turn' | 'tool_use'> {
  const { toolCall, rule } = answer.decision;
  if (!toolCall) return 'end_turn';
  const contentBlockIndex = 1;
  const toolUseId = `tooluse_${randomBytes(12).toString('base64url')}`;
  answer.entry.first_token_at ??= new Date().toISOString();
  await write(
    answer,
    event('contentBlockStart', { start: { toolUse: { toolUseId, name: toolCall.name } }, contentBlockIndex }),
  );
  // A tool without arguments has an empty input.
  const input = toolCall.arguments === '{}' ? '' : toolCall.arguments;
  const half = Math.ceil(input.length / 2);
  for (const part of [input.slice(0, half), input.slice(half)]) {
    await pause(rule.tool_ms, answer.signal);
    await write(
      answer,
      event('contentBlockDelta', { delta: { toolUse: { input: part } }, contentBlockIndex }),
    );
  }
  await write(answer, event('contentBlockStop', { contentBlockIndex }));
  return 'tool_use';
}

async function write({ response, signal }: Answer, bytes: Buffer): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(bytes)) await once(response, 'drain', { signal });
}

function end({ response }: Answer, bytes: Buffer): void {
  response.end(bytes);
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

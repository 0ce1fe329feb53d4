import { get, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { CommandError } from '#cli/errors.ts';

const at = z.iso.datetime();
const callEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('state'), at, status: z.string() }),
  z.object({ type: z.literal('agent'), at, text: z.string() }),
  z.object({
    type: z.literal('agent_turn'),
    at,
    text: z.string(),
    interrupted: z.boolean(),
    silence_ms: z.number().optional(),
  }),
  z.object({ type: z.literal('callee'), at, text: z.string(), interrupting: z.boolean() }),
  z.object({ type: z.literal('digits'), at, by: z.enum(['agent', 'callee']), digits: z.string() }),
  z.object({ type: z.literal('note'), at, message: z.string() }),
  z.object({ type: z.literal('error'), at, code: z.number(), message: z.string() }),
  z.object({ type: z.literal('end'), at, status: z.string() }),
]);
/** The displayed fields of a call's event; `at` is ISO 8601. */
export type ShownEvent = z.infer<typeof callEvent>;

/** Follows a call's server-sent events to the end. Throws CommandError if they break off, or an AbortError. */
export async function* followCall(url: URL, signal: AbortSignal): AsyncGenerator<ShownEvent> {
  const response = await open(url, signal);
  try {
    for await (const line of linesOf(response)) {
      if (!line.startsWith('data:')) continue;
      const { data: event } = callEvent.safeParse(JSON.parse(line.slice('data:'.length)));
      if (event) yield event;
      if (event?.type === 'end') return;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw brokenOff(error);
  } finally {
    response.destroy();
  }
  signal.throwIfAborted();
  throw brokenOff();
}

/** Uses node:http, because fetch treats five minutes of silence as a broken connection. */
async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: false, signal }, resolve).on('error', (error) =>
      reject(signal.aborted ? error : brokenOff(error)),
    );
  });
  if (response.statusCode === 200) return response;
  response.destroy();
  throw new CommandError(`The carrier does not know the call (${response.statusCode} from ${url.href}).`);
}

async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function brokenOff(cause?: unknown): CommandError {
  return new CommandError('The simulated carrier closed the connection during the call.', { cause });
}

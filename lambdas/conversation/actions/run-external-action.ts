import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { CallAction } from '../../actions/model/action.ts';
import { text } from '../../platform/fields.ts';
import { fetchOutbound } from '../../platform/outbound/outbound-request.ts';
import { tryParseJson } from '../../platform/parse-json.ts';
import { storable } from '../../platform/storable.ts';
import { PHRASES } from '../model/phrases.ts';
import type { Speech } from '../speech.ts';
import type { ActionLog } from './action-log.ts';

export interface ServiceContext {
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly now: () => Date;
  readonly deadline: AbortSignal;
}

/** Milliseconds after which the agent asks the contact to wait: silence may last 3 seconds at most. */
const PATIENCE_MS = 2_000;

/** Calls the user's service. Reports a failure to the contact always, and a success if the action says so. */
export async function runExternalAction(
  action: CallAction,
  input: Readonly<Record<string, unknown>>,
  { log, speech, deadline, now }: ServiceContext,
): Promise<{ readonly output: unknown; readonly again: boolean }> {
  const { session } = log;
  const config = externalAction.parse(action.config);
  if (config.speak_on_send && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  // The request may change something in the user's service, and cannot be taken back.
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const begunMs = now().getTime();
  const asking = askExternalService(config, {
    callId: session.call_id,
    payload: input,
    deadline,
    isRehearsal: session.rehearsal !== undefined,
  });
  const isSlow = await Promise.race([asking.then(() => false), wait(PATIENCE_MS, true, { ref: false })]);
  if (isSlow && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  const answer = await asking;
  const output = storable({ ...answer });
  const outcome = { took_ms: now().getTime() - begunMs, ...('error' in answer && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...outcome });
  if ('error' in answer) return { output, again: true };
  if (answer.agent_message) await speech.add(answer.agent_message);
  return { output, again: config.speak_on_receive && !answer.agent_message };
}

const externalAction = z.object({
  url: z.string(),
  speak_on_send: z.boolean(),
  speak_on_receive: z.boolean(),
  signature_secret: z.optional(z.string()),
});
type ExternalAction = z.infer<typeof externalAction>;

const reply = z.object({ result: z.unknown(), agent_message: z.optional(z.nullable(text(2000))) });

type ServiceAnswer =
  | { readonly result: unknown; readonly agent_message?: string }
  | { readonly error: string };

const TIMEOUT_MS = 10_000;

const MAX_ANSWER_BYTES = 64 * 1024;

/** Asks a user's service. Returns every failure as an answer; never throws. */
export async function askExternalService(
  { url, signature_secret: secret }: ExternalAction,
  request: {
    readonly callId: string;
    readonly payload: unknown;
    readonly deadline: AbortSignal;
    /** The request tells the service that there is no telephone call. @default false */
    readonly isRehearsal?: boolean;
  },
): Promise<ServiceAnswer> {
  const body = JSON.stringify({
    call_id: request.callId,
    ...(request.isRehearsal && { rehearsal: true }),
    payload: request.payload,
  });
  try {
    const { status, body: answer } = await fetchOutbound({
      url: new URL(url),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'phone-call-agents-actions/1',
        ...(secret !== undefined && signatures(body, secret)),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      signal: request.deadline,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (status < 200 || status > 299) return { error: `The service answered with HTTP status ${status}.` };
    return readAnswer(answer);
  } catch (error) {
    const isLate = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
    return { error: isLate ? 'The service did not answer in time.' : 'The service could not be asked.' };
  }
}

/** The signature by Standard Webhooks, as of deliveries, and the one of clients of the original interface. */
function signatures(body: string, secret: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64');
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(`${id}.${timestamp}.${body}`)}`,
    'x-action-signature': sign(body),
  };
}

function readAnswer(text: string): ServiceAnswer {
  const parsed = reply.safeParse(tryParseJson(text));
  if (!parsed.success || parsed.data.result === undefined)
    return { error: 'The answer of the service is malformed.' };
  const { result, agent_message } = parsed.data;
  return { result, ...(agent_message && { agent_message }) };
}

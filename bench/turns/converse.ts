import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { addModelRules, makeAgent, placeCall } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';

/** What a measured conversation needs of the service. */
export type MeasuredConversation = Pick<MeasuredService, 'connection' | 'api'>;

/** An utterance of the callee and its answer; times are epoch milliseconds. */
export interface MeasuredTurn {
  readonly promptAt: number;
  readonly modelAskedAt: number;
  readonly firstTokenAt: number;
  readonly firstTextAt: number;
  readonly lastTextAt: number;
  /** The number of texts in which the answer was sent. */
  readonly texts: number;
  /** When the agent stopped speaking before the prompt; undefined in the first turn of a call without a greeting. */
  readonly silentAt: number | undefined;
  /** When the call's first text was sent, which is the greeting. */
  readonly greetedAt: number | undefined;
}

/** Milliseconds until the model's first token: a fast vendor. */
const FIRST_TOKEN_MS = 50;

/** Milliseconds between a prompt and the callee's next words, so that more than 400 ms of silence lie between. */
const PAUSE_MS = 620;

/** Milliseconds for a cold start on a busy machine. */
export const COLD_START_MS = 3_000;

const PROMPT = 'BENCH. You book appointments.';

/** The measured part of the carrier's log of a call. */
export const loggedEvents = z.array(
  z.looseObject({
    type: z.string(),
    at: z.coerce.date(),
    direction: z.string().optional(),
    frame: z
      .looseObject({
        type: z.string(),
        voicePrompt: z.string().optional(),
        last: z.boolean().optional(),
        name: z.string().optional(),
        value: z.string().optional(),
        token: z.string().optional(),
      })
      .optional()
      // Not a message of the vendor, for example a gateway's error.
      .catch(undefined),
  }),
);
export type LoggedEvents = z.infer<typeof loggedEvents>;

const modelRequests = z.array(
  z.object({
    body: z.object({ messages: z.array(z.object({ content: z.string() })) }),
    received_at: z.coerce.date(),
    first_token_at: z.coerce.date(),
  }),
);

/** Creates the agent of a measurement, with optional settings. */
export async function makeMeasuredAgent(
  { connection, api }: MeasuredConversation,
  webhookUrl?: string,
  settings: object = {},
): Promise<string> {
  const reply = 'That day is free. What time would you like?';
  await addModelRules(connection, [{ when: { system: 'BENCH' }, reply, first_token_ms: FIRST_TOKEN_MS }]);
  const { agent } = await makeAgent(api, {
    prompt: PROMPT,
    initialMessage: 'Hello, who is there?',
    ...(webhookUrl !== undefined && { webhookUrl }),
    // The newer shape supports all settings.
    ...(Object.keys(settings).length > 0 && { settings: { ...settings, prompt: { content: PROMPT } } }),
  });
  return z.object({ id: z.string() }).parse(agent).id;
}

/**
 * Runs a call with this number of turns, each after a pause, and returns the turns after its end. `openingMs`:
 * milliseconds before the callee's first words.
 */
export async function converse(
  service: MeasuredConversation,
  agent: string,
  { turns, openingMs = PAUSE_MS }: { readonly turns: number; readonly openingMs?: number },
): Promise<readonly MeasuredTurn[]> {
  const { connection, api } = service;
  const said = Array.from({ length: turns }, (_, index) => `I could come on Tuesday, number ${index + 1}.`);
  // Also pauses at the beginning, for the greeting, and at the end, for the last answer.
  const lines = said.flatMap((say, index) => [{ wait_ms: index === 0 ? openingMs : PAUSE_MS }, { say }]);
  const script = [...lines, { wait_ms: PAUSE_MS }];
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', script } });
  const events = await eventsOfCall(service, call);
  const asked = modelRequests
    .parse(await getJson(`${new URL(connection.model_url).origin}/simulator/requests`))
    .slice(-turns);
  return said.map((text) => turnOf(text, events, asked));
}

/** The carrier's log of a call, after its end, which must come within this time. */
export async function eventsOfCall(
  service: MeasuredConversation,
  call: unknown,
  withinMs = 60_000,
): Promise<LoggedEvents> {
  const { id } = z.object({ id: z.string() }).parse(call);
  const finished = z.object({ telephony_metadata: z.object({ call_sid: z.string() }) });
  const { telephony_metadata } = finished.parse(await finishedCall(service, id, withinMs));
  const url = `${service.connection.carrier_url}/simulator/calls/${telephony_metadata.call_sid}`;
  return z.object({ events: loggedEvents }).parse(await getJson(url)).events;
}

function turnOf(text: string, events: LoggedEvents, asked: z.infer<typeof modelRequests>): MeasuredTurn {
  const start = events.findIndex(
    ({ direction, frame }) => direction === 'sent' && frame?.voicePrompt === text,
  );
  const prompt = events[start];
  const answer = textsAfter(start, events);
  const [first, last] = [answer[0], answer.at(-1)];
  const request = asked.find(({ body }) => body.messages.at(-1)?.content === text);
  if (!prompt || !first || !last || !request) throw new Error(`These words were not answered: ${text}`);
  const silence = events
    .slice(0, start)
    .findLast(({ frame }) => frame?.name === 'agentSpeaking' && frame.value === 'off');
  return {
    promptAt: prompt.at.getTime(),
    modelAskedAt: request.received_at.getTime(),
    firstTokenAt: request.first_token_at.getTime(),
    firstTextAt: first.at.getTime(),
    lastTextAt: last.at.getTime(),
    texts: answer.length,
    silentAt: silence?.at.getTime(),
    greetedAt: events.find(isText)?.at.getTime(),
  };
}

/** The texts between these words of the callee and the next ones. */
function textsAfter(start: number, events: LoggedEvents): LoggedEvents {
  const rest = events.slice(start + 1);
  const next = rest.findIndex(({ direction, frame }) => direction === 'sent' && frame?.type === 'prompt');
  return rest.slice(0, next < 0 ? undefined : next).filter(isText);
}

const isText = ({ direction, frame }: LoggedEvents[number]) =>
  direction === 'received' && frame?.type === 'text';

/** Polls rarely, so that polling does not disturb the measurement. */
async function finishedCall({ api }: MeasuredConversation, id: string, withinMs: number): Promise<unknown> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await wait(300)) {
    const { body } = await api.get(`/v1/calls?id=${id}`);
    if (body.status === 'ended') return body;
    if (body.status === 'error') throw new Error(`The call failed: ${body.error_message}`);
  }
  throw new Error(`The call did not end within ${withinMs / 1000} s.`);
}

async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { addModelRules, makeAgent, placeCall } from '../test/support/scene.ts';
import type { MeasuredService } from './measured-service.ts';

/** What calls are held with. */
export type MeasuredConversation = Pick<MeasuredService, 'connection' | 'api'>;

/** One thing said by the callee and the answer to it; times are milliseconds since the epoch. */
export interface MeasuredTurn {
  readonly promptAt: number;
  readonly modelAskedAt: number;
  readonly firstTokenAt: number;
  readonly firstTextAt: number;
  readonly lastTextAt: number;
  /** In how many texts the answer was sent. */
  readonly texts: number;
  /** When the agent had fallen silent before the prompt; undefined in the first turn of a call without a greeting. */
  readonly silentAt: number | undefined;
  /** When the call's first text was sent, which is the greeting. */
  readonly greetedAt: number | undefined;
}

/** What the model takes for its first token, in milliseconds: a quick vendor's. */
const FIRST_TOKEN_MS = 50;

/** Between one prompt and the callee's next words, so that more than 400 ms of silence lie between; in milliseconds. */
const PAUSE_MS = 620;

/** A function that was not used before may take so long to start on a busy machine, in milliseconds. */
export const COLD_START_MS = 3_000;

const PROMPT = 'BENCH. You book appointments.';

/** What the carrier logs of a call, as far as it is measured. */
export const loggedEvents = z.array(
  z.looseObject({
    type: z.string(),
    at: z.coerce.date(),
    direction: z.string().optional(),
    frame: z
      .looseObject({
        type: z.string(),
        voicePrompt: z.string().optional(),
        name: z.string().optional(),
        value: z.string().optional(),
        token: z.string().optional(),
      })
      .optional()
      // What is no message of the vendor's, such as a gateway's error.
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

/** Makes an agent that calls of this measurement are held with, also with further settings. */
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
    // The newer shape, which has all the settings.
    ...(Object.keys(settings).length > 0 && { settings: { ...settings, prompt: { content: PROMPT } } }),
  });
  return z.object({ id: z.string() }).parse(agent).id;
}

/**
 * Holds one call of so many turns, each said after the agent has been silent for a while; gives the turns when it is over.
 * The callee lets `openingMs` pass before the first words.
 */
export async function converse(
  service: MeasuredConversation,
  agent: string,
  { turns, openingMs = PAUSE_MS }: { readonly turns: number; readonly openingMs?: number },
): Promise<readonly MeasuredTurn[]> {
  const { connection, api } = service;
  const said = Array.from({ length: turns }, (_, index) => `I could come on Tuesday, number ${index + 1}.`);
  // A pause at the beginning too, for the greeting, and at the end, so that the last answer is settled in order.
  const lines = said.flatMap((say, index) => [{ wait_ms: index === 0 ? openingMs : PAUSE_MS }, { say }]);
  const script = [...lines, { wait_ms: PAUSE_MS }];
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', script } });
  const events = await eventsOfCall(service, call);
  const asked = modelRequests
    .parse(await getJson(`${new URL(connection.model_url).origin}/simulator/requests`))
    .slice(-turns);
  return said.map((text) => turnOf(text, events, asked));
}

/** What the carrier saw of a call, when it is over. */
export async function eventsOfCall(service: MeasuredConversation, call: unknown): Promise<LoggedEvents> {
  const { id } = z.object({ id: z.string() }).parse(call);
  const finished = z.object({ telephony_metadata: z.object({ call_sid: z.string() }) });
  const { telephony_metadata } = finished.parse(await finishedCall(service, id));
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
  if (!prompt || !first || !last || !request) throw new Error(`What was said was not answered: ${text}`);
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

/** The texts that came between these words of the callee and the next. */
function textsAfter(start: number, events: LoggedEvents): LoggedEvents {
  const rest = events.slice(start + 1);
  const next = rest.findIndex(({ direction, frame }) => direction === 'sent' && frame?.type === 'prompt');
  return rest.slice(0, next < 0 ? undefined : next).filter(isText);
}

const isText = ({ direction, frame }: LoggedEvents[number]) =>
  direction === 'received' && frame?.type === 'text';

/** Asks seldom, so that asking does not disturb what is measured. */
async function finishedCall({ api }: MeasuredConversation, id: string): Promise<unknown> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(300)) {
    const { body } = await api.get(`/v1/calls?id=${id}`);
    if (body.status === 'ended') return body;
    if (body.status === 'error') throw new Error(`The call failed: ${body.error_message}`);
  }
  throw new Error('The call did not end within a minute.');
}

async function getJson(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

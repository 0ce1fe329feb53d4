import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { placeCall } from '../../test/support/scene.ts';
import { getJson } from '../../test/support/service/api.ts';
import type { MeasuredService } from '../measured-service.ts';

/** The parts of the carrier's call log that are measured. */
const loggedEvents = z.array(
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

/** Milliseconds within which a call must end. Polling rarely does not disturb the measurement. */
const LONGEST_CALL_MS = 240_000;
const POLL_MS = 300;

/** Calls a callee who answers. Returns the carrier's log of the call after its end. */
export async function holdCall(
  { connection, api }: MeasuredService,
  agent: string,
  callee: object,
): Promise<LoggedEvents> {
  const { call } = await placeCall(connection, api, { agent, callee: { answer: 'answer', ...callee } });
  for (const deadline = Date.now() + LONGEST_CALL_MS; Date.now() < deadline; await wait(POLL_MS)) {
    const { body } = await api.get(`/v1/calls?id=${call.id}`);
    if (body.status === 'error') throw new Error(`The call failed: ${body.error_message}`);
    if (body.status !== 'ended') continue;
    const log = `${connection.carrier_url}/simulator/calls/${body.telephony_metadata.call_sid}`;
    return loggedEvents.parse((await getJson(log)).events);
  }
  throw new Error(`The call did not end within ${LONGEST_CALL_MS / 1000} s.`);
}

/** The callee's final words, the texts that answered them, and the end of the speech before them. */
export function answerTo(words: string, events: LoggedEvents, lastSpeaker: string) {
  const start = events.findIndex(
    ({ direction, frame }) => direction === 'sent' && frame?.last === true && frame.voicePrompt === words,
  );
  const rest = events.slice(start + 1);
  const next = rest.findIndex(({ direction, frame }) => direction === 'sent' && frame?.type === 'prompt');
  const texts = rest
    .slice(0, next < 0 ? undefined : next)
    .filter(({ direction, frame }) => direction === 'received' && frame?.type === 'text');
  const silence = events
    .slice(0, start)
    .findLast(({ frame }) => frame?.name === lastSpeaker && frame.value === 'off');
  const [prompt, first, last] = [events[start], texts[0], texts.at(-1)];
  if (!prompt || !first || !last) throw new Error(`These words were not answered: ${words}`);
  return { prompt, first, last, texts, silentAt: silence?.at.getTime() };
}

const modelRequests = z.array(
  z.object({
    body: z.object({ messages: z.array(z.object({ content: z.string() })) }),
    received_at: z.coerce.date(),
    first_token_at: z.nullable(z.coerce.date()),
    sent_text: z.string(),
  }),
);
export type ModelRequest = z.infer<typeof modelRequests>[number];

/** The requests to the scripted model from agents with this text in their prompt. */
export async function modelRequestsOf(
  { connection }: MeasuredService,
  prompt: string,
): Promise<ModelRequest[]> {
  const answer = await getJson(`${new URL(connection.model_url).origin}/simulator/requests`);
  return modelRequests.parse(answer).filter(({ body }) => body.messages[0]?.content.includes(prompt));
}

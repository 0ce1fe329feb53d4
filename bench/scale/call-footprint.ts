import * as z from 'zod';
import type { WebhookReceiver } from '../../test/support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, newNumber, setCallee } from '../../test/support/scene.ts';
import { countUnits, isOfCalls, type Mark, markOf } from '../cost/count-units.ts';
import type { MeasuredService } from '../measured-service.ts';
import type { Units } from '../prices.ts';
import { type Footprint, footprintOf } from './footprint.ts';

/** Milliseconds until the model's first word, and between its words: a common vendor. */
const MODEL = { first_token_ms: 500, token_ms: 25 };

const REPLY = 'That day is free. I have put it down for you. What time would you like to come?';

/** How people talk in a measurement. */
export interface Talk {
  readonly turns: number;
  /** Milliseconds for which the callee is silent before each of their words. */
  readonly pauseMs: number;
}

/** A call's steps, and what AWS charges for it. */
export interface MeasuredCall {
  readonly footprint: Footprint;
  readonly units: Units;
}

const id = z.object({ id: z.string() });
const times = z.object({ start_time: z.coerce.date(), end_time: z.coerce.date() });

/** Creates an agent with a webhook for all events, whose model answers as a common vendor's does. */
export async function makeScaleAgent(
  { api, connection }: MeasuredService,
  webhookUrl: string,
): Promise<string> {
  await addModelRules(connection, [{ when: { system: 'BENCH-SCALE' }, ...MODEL, reply: REPLY }]);
  const { agent } = await makeAgent(api, {
    prompt: 'BENCH-SCALE. You book appointments.',
    initialMessage: 'Good morning, this is the Lakeside practice. How can I help you?',
    webhookUrl,
    // Nobody is asked whether they are still there.
    settings: { idle_time_seconds: 300 },
  });
  return id.parse(agent).id;
}

/** Sets a callee who talks like this, and returns their number. */
export async function setTalker({ connection }: MeasuredService, { turns, pauseMs }: Talk): Promise<string> {
  const to = newNumber();
  const script = Array.from({ length: turns }, (_, turn) => [
    { wait_ms: pauseMs },
    { say: `I could come on Tuesday, number ${turn + 1}, in the afternoon.` },
  ]).flat();
  await setCallee(connection, to, { answer: 'answer', ring_ms: 2000, script });
  return to;
}

/** Calls that are measured at most until in one of them no function starts; the last one counts in any case. */
const MAX_CALLS = 3;

/** Holds one call of this agent, alone and with warm functions, and measures it. */
export async function measureCall(
  service: MeasuredService,
  receiver: WebhookReceiver,
  { agent, talk }: { readonly agent: string; readonly talk: Talk },
): Promise<MeasuredCall> {
  // Starts the functions.
  await holdCall(service, receiver, { agent, talk: { turns: 1, pauseMs: 1000 } });
  for (let calls = 1; ; calls++) {
    const since = markOf(service);
    const durationMs = await holdCall(service, receiver, { agent, talk });
    if (calls < MAX_CALLS && isAnyCold(service, since)) continue;
    const turnMs = MODEL.first_token_ms;
    return {
      footprint: footprintOf(service, since, { durationMs, turns: talk.turns, turnMs }),
      units: countUnits(service, since, durationMs / 60_000),
    };
  }
}

/** Whether a function of calls was started since the mark: the simulation adds its own cold starts. */
const isAnyCold = (service: MeasuredService, { invocations }: Mark) =>
  service.invocations
    .slice(invocations)
    .some(({ coldStart, functionName }) => coldStart && isOfCalls(service.entryOf(functionName)));

/** Holds a call until all its events are delivered. Returns its milliseconds. */
async function holdCall(
  service: MeasuredService,
  receiver: WebhookReceiver,
  { agent, talk }: { readonly agent: string; readonly talk: Talk },
): Promise<number> {
  const { api, connection } = service;
  const to_number = await setTalker(service, talk);
  const from_number = connection.phone_number;
  const { id: call } = id.parse(await api.created('/v1/calls/create', { from_number, to_number, agent }));
  for (let waits = 0; waits < 15; waits++) {
    // Each request waits for a fraction of a minute.
    const ended = await api.finishedCall(call).catch(() => undefined);
    if (!ended) continue;
    await receiver.eventsWith(call, ['event_transcript', 'event_recording']);
    const { start_time: start, end_time: end } = times.parse(ended);
    return end.getTime() - start.getTime();
  }
  throw new Error('The call did not end.');
}

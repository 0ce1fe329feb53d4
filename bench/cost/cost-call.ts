import * as z from 'zod';
import type { WebhookReceiver } from '../../test/support/peers/webhook-receiver.ts';
import { addModelRules, makeAgent, placeCall } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';

/** Turns of the call whose cost is measured. */
export const TURNS = 8;

/**
 * The model's delay in milliseconds, as of a common vendor, and its answer. The waiting function is paid for during the
 * delay.
 */
export const MODEL = {
  first_token_ms: 500,
  token_ms: 25,
  reply: 'That day is free. I have put it down for you. What time would you like to come?',
};

const times = z.object({ start_time: z.coerce.date(), end_time: z.coerce.date() });

/** A call whose cost is measured. */
export interface CostCall {
  /** The id of its agent. */
  readonly agent: string;
  readonly script: readonly object[];
  /** Further fields of the call. */
  readonly wishes?: object;
  /** Further fields of the callee. */
  readonly callee?: object;
  /** The events with which its work is done. */
  readonly lastEvents: readonly string[];
}

/** A call of an agent without further settings, which says as much as the callee. */
export async function makePlainCall(
  { api, connection }: MeasuredService,
  webhookUrl: string,
): Promise<CostCall> {
  await addModelRules(connection, [{ when: { system: 'BENCH-COST-PLAIN' }, ...MODEL }]);
  const { agent } = await makeAgent(api, {
    prompt: 'BENCH-COST-PLAIN. You book appointments.',
    initialMessage: 'Good morning, this is the Lakeside practice. How can I help you?',
    webhookUrl,
  });
  return {
    agent: z.object({ id: z.string() }).parse(agent).id,
    script: Array.from({ length: TURNS }, (_, turn) => ({
      say: `I could come on Tuesday, number ${turn + 1}, in the afternoon.`,
    })),
    lastEvents: ['event_transcript', 'event_recording'],
  };
}

/** Runs a call until all of its work is done. Returns its minutes. */
export async function holdCall(
  { api, connection }: MeasuredService,
  receiver: WebhookReceiver,
  { agent, script, wishes, callee, lastEvents }: CostCall,
): Promise<number> {
  const { call } = await placeCall(connection, api, {
    agent,
    callee: { answer: 'answer', script, ...callee },
    ...(wishes && { wishes }),
  });
  const { id } = z.object({ id: z.string() }).parse(call);
  for (let waits = 0; waits < 10; waits++) {
    // Each request waits for a fraction of a minute.
    const ended = await api.finishedCall(id).catch(() => undefined);
    if (!ended) continue;
    await receiver.eventsWith(id, lastEvents);
    const { start_time: start, end_time: end } = times.parse(ended);
    return (end.getTime() - start.getTime()) / 60_000;
  }
  throw new Error('The call did not end.');
}

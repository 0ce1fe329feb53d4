import * as z from 'zod';
import { makeAgent, placeCall } from '../../test/support/scene.ts';
import type { MeasuredService } from '../measured-service.ts';
import { eventsOfCall, type LoggedEvents } from '../turns/converse.ts';

/** Milliseconds that a callee waits for an answer. */
const PATIENCE_MS = 30_000;

/** Milliseconds within which a call must end. */
const LONGEST_CALL_MS = 240_000;

/** A request to the model, as the model logged it. */
const modelRequest = z.object({
  body: z.object({ messages: z.array(z.object({ content: z.string() })) }),
  sent_text: z.string(),
  finished_at: z.nullable(z.coerce.date()),
});
export type ModelRequest = z.infer<typeof modelRequest>;

/** What is special about a call. */
export interface CallPlan {
  readonly prompt: string;
  readonly script: readonly object[];
  /** Further settings of the agent. */
  readonly settings?: object;
  /** Further fields of the callee. */
  readonly callee?: object;
}

/** Holds a call to its end. Returns the carrier's log of it. */
export async function holdCall(
  service: MeasuredService,
  { prompt, script, settings, callee }: CallPlan,
): Promise<LoggedEvents> {
  const { connection, api } = service;
  const { agent } = await makeAgent(api, { settings: { prompt: { content: prompt }, ...settings } });
  const { call } = await placeCall(connection, api, {
    agent: z.object({ id: z.string() }).parse(agent).id,
    callee: { answer: 'answer', script, patience_ms: PATIENCE_MS, ...callee },
  });
  return eventsOfCall(service, call, LONGEST_CALL_MS);
}

/** The requests to the model of agents with this text in their prompt. */
export async function requestsOf({ connection }: MeasuredService, prompt: string): Promise<ModelRequest[]> {
  const answer = await fetch(`${new URL(connection.model_url).origin}/simulator/requests`);
  const requests = z.array(modelRequest).parse(await answer.json());
  return requests.filter(({ body }) => body.messages[0]?.content.includes(prompt));
}

/** Does work for each item, a few at once, and returns the results in order. */
export async function forEachAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** The numbers from 1. */
export const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

import { expect } from 'vitest';
import type { Event } from '../../../lambdas/events/model/events.ts';
import { loadOpenCalls } from '../../../lambdas/usage/store/open-calls.ts';
import { recountOpenCalls } from '../../../lambdas/usage/store/recount-open-calls.ts';
import { status } from './callbacks.ts';
import { Happens } from './commands.ts';
import type { World } from './expected.ts';
import { reconciled } from './ours.ts';
import type { Scene } from './scene.ts';
import { isOver } from './state.ts';
import { itemOf, type Model, observed } from './world.ts';

/** The last report of a call: by a callback, by reconciliation, or as unknown at reconciliation. */
export type LastWord = 'callback' | 'completed' | 'unknown';

/** Milliseconds after the latest reservation of a call, when its user's counters can be set right. */
const QUIET_MS = 120_000;

/** Ends the call if it is open, and compares its record with the model. */
export async function conclude(
  { vendor, aws, publishAll }: Scene,
  { model, world, lastWord }: { readonly model: Model; readonly world: World; readonly lastWord: LastWord },
): Promise<void> {
  const isPlaced = vendor.calls.some(({ callId }) => callId === world.callId);
  const last =
    lastWord === 'callback' && isPlaced
      ? status('completed')
      : reconciled(lastWord === 'unknown' ? 'unknown' : 'completed', 20);
  await new Happens(last, 2).run(model, world);
  const { call, state } = await observed(world);
  expect(isOver(state), 'the call is over').toBe(true);
  expect(state.talk?.open ?? false, 'the conversation goes on').toBe(false);
  expect(call.stage_outcome).toBeDefined();
  expect(await itemOf(world)).not.toHaveProperty('open');
  if (world.hasDied)
    await recountOpenCalls(world.functions.table, world.userId, new Date(Date.now() + QUIET_MS));
  expect(await loadOpenCalls(world.functions.table, world.userId)).toBe(0);
  const said = (state.talk?.turns ?? []).filter((turn) => !turn.startsWith('did: '));
  expect((call.messages ?? []).map(({ sender, text }) => `${sender}: ${text}`)).toEqual(said);
  await publishAll();
  expectEvents(aws.events.get(world.callId) ?? [], { call, state });
}

/** Compares events with the call: each fact is one event. */
function expectEvents(events: readonly Event[], { call, state }: Awaited<ReturnType<typeof observed>>): void {
  const told = events.map(({ type }) => type).sort();
  const turns = state.talk?.turns ?? [];
  const expected = [
    ...(state.started
      ? ['event_phone_call_connected', 'event_phone_call_ended', 'event_transcript']
      : ['event_phone_call_did_not_connect']),
    ...(state.detected ? ['event_human_detection'] : []),
    ...(state.endedBy ? ['call_end_requested'] : []),
    ...(state.recorded ? ['recording_made'] : []),
    ...turns.map((turn) => (turn.startsWith('did: ') ? 'event_action' : 'event_message')),
  ];
  expect(told).toEqual(expected.sort());
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.map(({ agent_version }) => agent_version)).toEqual(events.map(() => 1));
  const messages = events
    .filter(({ type }) => type === 'event_message')
    .sort((a, b) => a.sequence - b.sequence);
  expect(messages.map(({ payload }) => payload)).toEqual(call.messages ?? []);
  if (state.started)
    expect(events.find(({ type }) => type === 'event_transcript')?.payload).toMatchObject({
      messages: call.messages,
    });
}

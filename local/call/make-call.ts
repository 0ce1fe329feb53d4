import { Undo } from '#cli/undo.ts';
import { awaitConclusion, type Conclusion } from './await-conclusion.ts';
import { beginCall, findCarrierCall } from './begin-call.ts';
import type { CallPlan } from './call-plan.ts';
import { followCall } from './follow-call.ts';
import { setUp } from './set-up.ts';
import { showSummary, showTurns } from './summary.ts';
import { speakCall } from './system-voice.ts';
import { type Delivery, startWebhookReceiver } from './webhook-receiver.ts';

/** Milliseconds to wait for events after the user interrupted a call. */
const INTERRUPTED_WITHIN_MS = 5_000;

/** Places a call and shows it until its end. Returns undefined if the user interrupted the command before. */
export async function makeCall(plan: CallPlan): Promise<Conclusion | undefined> {
  const { api, display, sample, arguments: given } = plan;
  const deliveries: Delivery[] = [];
  const receiver = await startWebhookReceiver((delivery) => {
    deliveries.push(delivery);
    if (plan.showsWebhooks || !delivery.isVerified) display.delivery(delivery);
  });
  const undo = new Undo();
  try {
    const agent = given.agent ?? (await setUp(plan, receiver, undo));
    const callId = await beginCall(plan, agent, undo);
    showHeading(plan, callId, agent);
    const expected = {
      getCall: () => api.get('/v1/calls', { query: { id: callId } }),
      deliveries: given.agent === undefined ? deliveries : undefined,
      findings: findingsOf(sample),
    };
    return await untilEnded(plan, { callId, expected }, async () => {
      await showCall(plan, callId);
      const conclusion = await awaitConclusion({ ...expected, signal: plan.signal });
      showTurns(display, await api.get('/v1/calls/turns', { query: { id: callId, size: 100 } }));
      showSummary(display, conclusion, { deliveries, consoleUrl: plan.consoleUrl });
      await plan.voice?.finish();
      return conclusion;
    });
  } finally {
    await undo.run((line) => display.write(line));
    await receiver.close();
  }
}

function findingsOf(sample: CallPlan['sample']): ('collected_fields' | 'analysis')[] {
  const { collect_fields: fields } = Object(sample?.agent.prompt);
  return [
    ...(Array.isArray(fields) && fields.length > 0 ? (['collected_fields'] as const) : []),
    ...(sample?.agent.analysis ? (['analysis'] as const) : []),
  ];
}

function showHeading({ display, name, arguments: given }: CallPlan, callId: string, agent: string): void {
  const { from: ours, to: theirs, inbound } = given;
  const [from, to] = inbound ? [theirs, ours] : [ours, theirs];
  const whose = given.agent === undefined ? `“Demo: ${name}”` : agent;
  display.write(
    `${display.paint('bold', 'Call')} ${callId}, from ${from} to ${to}, by the agent ${whose}`,
    '',
  );
}

/** Shows the call live until it is over. */
async function showCall(plan: CallPlan, callId: string): Promise<void> {
  const { simulators, display, voice, signal, openKeyboard } = plan;
  const sid = await findCarrierCall(plan, callId);
  if (sid === undefined) return;
  let closeKeyboard: (() => void) | undefined;
  const speak = voice && speakCall(voice);
  try {
    for await (const event of followCall(simulators.eventsUrl(sid), signal)) {
      display.event(event);
      speak?.(event);
      if (event.type !== 'state') continue;
      if (event.status === 'in-progress') closeKeyboard ??= openKeyboard?.(sid);
      else closeKeyboard?.();
    }
  } finally {
    closeKeyboard?.();
    display.finish();
  }
}

/** Ends the call through the API when the user interrupts the command, and waits briefly for its events. */
async function untilEnded<T>(
  { api, display, signal }: CallPlan,
  { callId, expected }: { callId: string; expected: Omit<Parameters<typeof awaitConclusion>[0], 'signal'> },
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    const { status } = await api.post('/v1/calls/end', { query: { id: callId } });
    const events = { ...expected, findings: [], signal: AbortSignal.timeout(INTERRUPTED_WITHIN_MS) };
    await awaitConclusion(events).catch(() => {});
    display.write('', `Stopped. The call was ended at your request: its status was ${status}.`);
    return undefined;
  }
}

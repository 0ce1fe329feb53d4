import { awaitConclusion, type Conclusion } from './await-conclusion.ts';
import { beginCall } from './begin-call.ts';
import type { CallPlan } from './call-plan.ts';
import { followCall } from './clients/follow-call.ts';
import { type Delivery, startWebhookReceiver, type WebhookReceiver } from './clients/webhook-receiver.ts';
import type { Display } from './display.ts';
import { findCarrierCall } from './find-carrier-call.ts';
import { receptionist, setUp } from './set-up.ts';
import { showSummary, showTurns } from './summary.ts';

/** Places a call and shows it to its end. Returns its result, or undefined if the user ended the command before. */
export async function makeCall(plan: CallPlan): Promise<Conclusion | undefined> {
  const deliveries: Delivery[] = [];
  const receiver = await startWebhookReceiver((delivery) => {
    deliveries.push(delivery);
    plan.display.delivery(delivery);
  });
  try {
    const agent = plan.arguments.agent ?? (await makeAgent(plan, receiver));
    const callId = await showBeginning(plan, agent);
    return await untilEnded(plan, callId, async () => {
      await showCall(plan, callId);
      const isOurWebhook = plan.arguments.agent === undefined;
      const ours = isOurWebhook ? deliveries : undefined;
      const isCollecting = (plan.sample?.agent.prompt.collect_fields.length ?? 0) > 0;
      const conclusion = await awaitConclusion({ ...plan, callId, deliveries: ours, isCollecting });
      showSummary(plan.display, conclusion, deliveries);
      showTurns(plan.display, await plan.api.turnsOf(callId));
      return conclusion;
    });
  } finally {
    await receiver.close();
  }
}

async function makeAgent(
  { api, display, sample, arguments: { prompt, inbound } }: CallPlan,
  receiver: WebhookReceiver,
): Promise<string> {
  const { agent, secret } = await setUp(api, {
    receiverUrl: receiver.url,
    agent: sample?.agent ?? receptionist(prompt, inbound),
  });
  receiver.trust(secret);
  display.write(heading(display, 'Agent', `${agent} (made for this call)`));
  display.write(heading(display, 'Webhook', `${receiver.url} (receives every event)`));
  return agent;
}

async function showBeginning(plan: CallPlan, agent: string): Promise<string> {
  const { display } = plan;
  const { from: ours, to: theirs, inbound } = plan.arguments;
  const id = await beginCall(plan, agent);
  const [from, to] = inbound ? [theirs, ours] : [ours, theirs];
  display.write(heading(display, 'Call', `${id}, from ${from} to ${to}`), '');
  return id;
}

/** Shows the call live until it is over. */
async function showCall(
  { api, carrier, display, signal, openKeyboard }: CallPlan,
  callId: string,
): Promise<void> {
  const sid = await findCarrierCall(api, callId, signal);
  if (sid === undefined) return;
  let closeKeyboard: (() => void) | undefined;
  try {
    for await (const event of followCall(carrier.eventsUrl(sid), signal)) {
      display.event(event);
      if (event.type !== 'state') continue;
      if (event.status === 'in-progress') closeKeyboard ??= openKeyboard?.(sid);
      else closeKeyboard?.();
    }
  } finally {
    closeKeyboard?.();
    display.finish();
  }
}

/** Ends the call through the API when the user interrupts the command. */
async function untilEnded<T>(
  { api, display, signal }: CallPlan,
  callId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    const { status } = await api.endCall(callId);
    display.write('', `The call was ended at your request: its status is ${status}.`);
    return undefined;
  }
}

const heading = (display: Display, name: string, text: string) =>
  `${display.paint('bold', name.padEnd(10))}${text}`;

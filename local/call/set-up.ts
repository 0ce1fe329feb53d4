import { createAgent, learn, rulesOf, withOthers } from '#cli/samples/sample-agent.ts';
import type { Undo } from '#cli/undo.ts';
import { eventKind } from '../../lambdas/webhooks/model/webhook.ts';
import type { CallPlan } from './call-plan.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const PROMPT = [
  'You are at the front desk of a small practice and call back somebody who asked for it.',
  'Find out what they want; book an appointment if they want one: ask for the day, the time and their name, one at a time.',
  'Repeat nothing that was said already. When they say goodbye, say goodbye and end the call.',
].join(' ');
const GREETING =
  'Good morning, this is the Lakeside practice. You asked us to call back. How can I help you?';
const GREETING_OF_CALLERS = 'Good morning, this is the Lakeside practice. How can I help you?';
const GREETING_OF_OTHERS = 'Hello, how can I help you?';

/** Creates an agent, and for this call only a webhook that receives every event, and the model's rules. */
export async function setUp(plan: CallPlan, receiver: WebhookReceiver, undo: Undo): Promise<string> {
  const { api, simulators, name, sample, arguments: given } = plan;
  const { prompt, inbound } = given;
  if (sample) undo.add('its rules of the model', await simulators.addRules(rulesOf(sample)));
  const webhook = await api.post('/v1/webhooks/create', {
    body: { url: receiver.url, subscriptions: eventKind.options },
  });
  receiver.trust(webhook.secret);
  let agent: string | undefined;
  undo.add('its webhook', async () => {
    if (agent !== undefined)
      await api.post('/v1/agents/update', { query: { id: agent }, body: { webhook: null } });
    await api.post('/v1/webhooks/delete', { query: { id: webhook.id } });
  });
  agent = await createAgent(api, {
    name: `Demo: ${name}`,
    ...(sample ? await withOthers(api, sample) : agentFor(prompt, inbound)),
    ...(sample && sample.knowledge.length > 0 && { vector_database: await learn(simulators, sample) }),
    webhook: webhook.id,
  });
  return agent;
}

/** An agent at a front desk, or with `prompt` as its task; `isCalled` is for inbound calls. */
function agentFor(prompt: string | undefined, isCalled: boolean | undefined) {
  const greeting = isCalled ? GREETING_OF_CALLERS : GREETING;
  return {
    prompt: prompt ?? PROMPT,
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    actions: [{ type: 'action_end_conversation' }],
    initial_message: prompt === undefined ? greeting : GREETING_OF_OTHERS,
  };
}

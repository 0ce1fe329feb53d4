import { findOrder } from '../../support/samples.ts';
import { newNumber, setCallee } from '../../support/scene.ts';
import { checkCall } from '../invariants.ts';
import { mustHold } from '../world.ts';
import type { Scenario } from './scenario.ts';

/** A call in which the agent uses an external action and ends the conversation. */
export const callWithActions: Scenario = async (world) => {
  const { client, connection, serviceUrl, webhookUrl } = world;
  const agent = await client.created('/v1/agents/create', {
    prompt: { content: 'SPEC-FAULTS' },
    voice: { type: 'voice_builtin', voice_id: 'default' },
    webhook: { subscriptions: ALL, url: webhookUrl },
    actions: [findOrder(`${serviceUrl}/orders`), { type: 'action_end_conversation' }],
  });
  const to_number = newNumber();
  const script = [{ say: 'hello' }, { say: 'where is my order' }, { say: 'goodbye' }];
  await setCallee(connection, to_number, { answer: 'answer', script, patience_ms: 20_000 });
  const { id } = await client.created('/v1/calls/create', {
    from_number: connection.phone_number,
    to_number,
    agent: agent.id,
  });
  const check = async () => {
    await checkCall(world, id, to_number);
    const asked = world.service.askedFor(id).length;
    mustHold('An action is done at most once', asked <= 1, asked);
    const { body } = await client.get(`/v1/agents?id=${agent.id}`);
    mustHold('An acknowledged agent is kept', body.id === agent.id, body);
  };
  return { counts: { agents: 1, webhooks: 1, actions: 2 }, check };
};

const ALL = [
  'event_message',
  'event_action',
  'event_phone_call_connected',
  'event_phone_call_ended',
  'event_phone_call_did_not_connect',
  'event_transcript',
];

import { toAgentSettings } from '../../domain/agent.ts';
import { call, callInput, type StoredCall, toCall } from '../../domain/call.ts';
import { canSpeak } from '../../domain/voice.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { invalidInput } from '../../platform/errors.ts';
import { loadCompactAgent, snapshotOf } from '../../store/agents.ts';
import { accountForCaller } from '../../store/caller-id.ts';
import { createCall as storeCall } from '../../store/calls.ts';

/** A call that was not dialled so many seconds after its creation never will be: dialling has used up its attempts. */
const SETTLE_AFTER_SECONDS = 900;

export const createCall = defineEndpoint({
  operation: 'createCall',
  method: 'POST',
  path: '/v1/calls/create',
  summary: 'Place a call',
  body: callInput,
  response: call,
  references: { agent: 'agent' },
  tableActions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query'],
  async run({ userId, body, references }, { table, now, newId }) {
    const agent = references.require('agent', body.agent);
    const [loaded, account] = await Promise.all([
      loadCompactAgent(table, agent),
      accountForCaller(table, userId, body.from_number),
    ]);
    const compact = snapshotOf(loaded);
    if (!canSpeak(compact.voice)) {
      const msg = `A voice of type ${compact.voice.type} cannot be spoken in a call.`;
      throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
    }
    const createdAt = now();
    const stored: StoredCall = {
      ...body,
      id: newId(),
      user_id: userId,
      agent: compact,
      settings: toAgentSettings(agent),
      status: 'not_started',
      recording_available: false,
      direction: 'outbound',
      telephony_provider: 'telephony_vendor_a',
      telephony_account_connection: account,
      stage: 'created',
      created_at: createdAt.toISOString(),
      settle_at: new Date(createdAt.getTime() + SETTLE_AFTER_SECONDS * 1000).toISOString(),
    };
    await storeCall(table, stored);
    return toCall(stored);
  },
});

export const handler = serve(createCall);

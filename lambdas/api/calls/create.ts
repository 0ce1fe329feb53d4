import { toAgentSettings } from '../../domain/agent.ts';
import { call, callInput, type StoredCall, toCall } from '../../domain/call.ts';
import { beginningOf, isTooFarAhead } from '../../domain/schedule.ts';
import { canSpeak } from '../../domain/voice.ts';
import { maxOpenCalls, tooManyCalls } from '../../platform/call-limit.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { invalidInput } from '../../platform/errors.ts';
import { compactOf, inlineAgentReferences, loadCompactAgent, snapshotOf } from '../../store/agents.ts';
import { accountForCaller } from '../../store/caller-id.ts';
import { createCall as storeCall } from '../../store/calls.ts';
import { newAgent } from '../../store/new-agent.ts';
import { TooManyOpenCalls } from '../../store/open-calls.ts';
import { CREATE_RECORDS } from '../../store/records.ts';

export const createCall = defineEndpoint({
  operation: 'createCall',
  method: 'POST',
  path: '/v1/calls/create',
  summary: 'Place a call',
  body: callInput,
  response: call,
  references: inlineAgentReferences('agent'),
  tableActions: ['BatchGetItem', 'Query', ...CREATE_RECORDS],
  makesCalls: true,
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    const createdAt = now();
    const { scheduled_at, ...given } = body;
    if (scheduled_at && isTooFarAhead(scheduled_at, createdAt)) throw tooFarAhead();
    const making = { userId, references, newId, randomBytes };
    const { agent, records } =
      typeof body.agent === 'string'
        ? { agent: references.require('agent', body.agent), records: [] }
        : newAgent(body.agent, ['body', 'agent'], making);
    const isNew = records.length > 0;
    const [loaded, account] = await Promise.all([
      isNew ? compactOf(agent, references.with(records)) : loadCompactAgent(table, agent),
      accountForCaller(table, userId, body.from_number),
    ]);
    const compact = snapshotOf(loaded);
    if (!canSpeak(compact.voice)) {
      const msg = `A voice of type ${compact.voice.type} cannot be spoken in a call.`;
      throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
    }
    const stored: StoredCall = {
      ...given,
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
      ...beginningOf(scheduled_at, createdAt),
    };
    await storeCall(table, stored, { records, maxOpen: maxOpenCalls() }).catch((error: unknown) => {
      throw error instanceof TooManyOpenCalls ? tooManyCalls() : error;
    });
    return toCall(stored);
  },
});

function tooFarAhead() {
  const msg = 'Must be at most a year ahead.';
  return invalidInput([{ loc: ['body', 'scheduled_at'], msg, type: 'too_far_ahead' }]);
}

export const handler = serve(createCall);

import { type CallInput, call, callInput, type StoredCall, toCall } from '../../domain/call.ts';
import { leavesRoom, MAX_CALL_BYTES } from '../../domain/call-size.ts';
import { canSpeak } from '../../domain/voice.ts';
import { defineEndpoint, serve } from '../../platform/endpoint.ts';
import { invalidInput } from '../../platform/errors.ts';
import { inlineAgentReferences } from '../../store/agents.ts';
import { snapshotFrom, takeSnapshot } from '../../store/call-snapshot.ts';
import { accountForCaller } from '../../store/caller-id.ts';
import { createCall as storeCall } from '../../store/calls.ts';
import { newAgent } from '../../store/new-agent.ts';
import { CREATE_RECORDS } from '../../store/records.ts';

/** A call that was not dialled so many seconds after its creation never will be: dialling has used up its attempts. */
const SETTLE_AFTER_SECONDS = 900;

export const createCall = defineEndpoint({
  operation: 'createCall',
  method: 'POST',
  path: '/v1/calls/create',
  summary: 'Place a call',
  body: callInput,
  response: call,
  references: inlineAgentReferences('agent'),
  tableActions: ['BatchGetItem', 'Query', ...CREATE_RECORDS],
  async run({ userId, body, references }, { table, now, newId, randomBytes }) {
    requireDetection(body);
    const making = { userId, references, newId, randomBytes };
    const { agent, records } =
      typeof body.agent === 'string'
        ? { agent: references.require('agent', body.agent), records: [] }
        : newAgent(body.agent, ['body', 'agent'], making);
    const isNew = records.length > 0;
    const [snapshot, account] = await Promise.all([
      isNew ? snapshotFrom(agent, references.with(records)) : takeSnapshot(table, agent),
      accountForCaller(table, userId, body.from_number),
    ]);
    const { voice } = snapshot.agent;
    if (!canSpeak(voice)) {
      const msg = `A voice of type ${voice.type} cannot be spoken in a call.`;
      throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'unsupported_voice' }]);
    }
    const createdAt = now();
    const stored: StoredCall = {
      ...body,
      id: newId(),
      user_id: userId,
      ...snapshot,
      status: 'not_started',
      recording_available: false,
      direction: 'outbound',
      telephony_provider: 'telephony_vendor_a',
      telephony_account_connection: account,
      stage: 'created',
      created_at: createdAt.toISOString(),
      settle_at: new Date(createdAt.getTime() + SETTLE_AFTER_SECONDS * 1000).toISOString(),
    };
    requireRoom(stored);
    await storeCall(table, stored, records);
    return toCall(stored);
  },
});

export const handler = serve(createCall);

/** The vendor does not listen for a machine where digits are sent. */
function requireDetection({ on_no_human_answer, telephony_params }: CallInput): void {
  if (on_no_human_answer !== 'hangup' || telephony_params?.SendDigits === undefined) return;
  const loc = ['body', 'telephony_params', 'SendDigits'];
  const msg = 'Digits rule out the detection of machines, which on_no_human_answer asks for.';
  throw invalidInput([{ loc, msg, type: 'rules_out_detection' }]);
}

function requireRoom(stored: StoredCall): void {
  if (leavesRoom(stored)) return;
  const msg = `The agent (its prompt, actions, voice and settings) and the context take more than ${MAX_CALL_BYTES} bytes together, which is more than a call can keep.`;
  throw invalidInput([{ loc: ['body', 'agent'], msg, type: 'agent_too_large' }]);
}

import type { StoredCall } from '../domain/calls/call.ts';
import {
  type CollectedFields,
  collectionMessages,
  collectionSchema,
  readCollectedFields,
} from '../domain/conversations/collected-fields.ts';
import type { CollectField } from '../domain/records/prompt.ts';
import { conversationModels } from '../llm/accounts.ts';
import { describeModelFault, type LanguageModel } from '../llm/language-model.ts';
import { logger } from '../runtime/logger.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { getCall } from '../store/calls/calls.ts';
import { recordCollectedFields } from '../store/calls/collected-fields.ts';
import { stackTable, type Table } from '../store/table/table.ts';

/** The models share so many milliseconds: less than the function has. */
const PATIENCE_MS = 25_000;

/** Finds in what was said in a call the fields that its prompt asks for. */
export const handler = eventConsumer({
  async handle({ user_id, call_id }) {
    const table = stackTable();
    const name = { userId: user_id, callId: call_id };
    const call = await getCall(table, name);
    const fields = call?.settings.collect_fields;
    if (!call || !fields || call.collected_fields) return undefined;
    const isKept = await recordCollectedFields(table, name, await collect(table, call, fields));
    logger.info('Collected the fields of a call.', { callId: call_id, fields: fields.length, isKept });
    return undefined;
  },
});

/** Asks the models of the call's agent, one after the other; throws when none gives an answer that can be read. */
async function collect(
  table: Table,
  call: StoredCall,
  fields: readonly CollectField[],
): Promise<CollectedFields> {
  const models = conversationModels(table, call);
  const messages = collectionMessages(fields, call.messages ?? []);
  const request = {
    messages,
    tools: [],
    mayUseTools: false,
    temperature: 0,
    answer: { name: 'collected_fields', schema: collectionSchema(fields) },
  };
  for (const model of models) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS / models.length);
      return readCollectedFields(fields, await wholeAnswer(model, { ...request, signal }));
    } catch (error) {
      logger.warn('A language model did not give the fields of a call.', {
        callId: call.id,
        ...describeModelFault(error),
      });
    }
  }
  throw new Error('No language model gave the fields of a call.');
}

async function wholeAnswer(
  model: LanguageModel,
  request: Parameters<LanguageModel['stream']>[0],
): Promise<string> {
  let text = '';
  for await (const chunk of model.stream(request)) if (chunk.kind === 'text') text += chunk.text;
  return text;
}

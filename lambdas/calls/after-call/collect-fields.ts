import { MODEL_VARIABLES } from '../../agents/language-models.ts';
import {
  collectionLeftOut,
  collectionMessages,
  collectionSchema,
  readCollectedFields,
} from '../../conversation/model/collected-fields.ts';
import { eventConsumer } from '../../events/event-consumer.ts';
import { languageModels, tableAccess } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { recordCollectedFields } from '../store/call-fields.ts';
import { type CallKey, getCallWithSnapshot } from '../store/calls.ts';
import { runAnalysis } from './analyze-call.ts';
import { askAboutCall } from './ask-about-call.ts';

const MAX_ATTEMPTS = 5;

export const collectFieldsWorker = defineWorker({
  stack: 'Calls',
  id: 'CollectFields',
  description: 'Collects fields from transcripts, and analyzes calls',
  trigger: {
    by: 'event',
    typePrefix: 'fields_to_collect',
    maxAttempts: MAX_ATTEMPTS,
    deadLetterImpact: 'A call lacks the fields that its agent was to collect, or its analysis.',
    maxConcurrency: 'background',
  },
  grants: [tableAccess(['GetItem', 'UpdateItem']), languageModels],
  variables: [...MODEL_VARIABLES],
  timeoutSeconds: 30,
});

/** Collects the fields that a call's prompt asks for from its transcript, or analyzes the call. */
export const handler = workerHandler(
  collectFieldsWorker,
  eventConsumer({
    async handle({ type, user_id, call_id, payload }, attempt) {
      const table = stackTable();
      const key = { userId: user_id, callId: call_id };
      const call = await getCallWithSnapshot(table, key);
      if (call && type === 'fields_to_collect_by_analysis')
        await runAnalysis(table, call, { payload, isLast: attempt >= MAX_ATTEMPTS });
      else if (call) await collect(table, key, call);
      return undefined;
    },
  }),
);

/** Stores the collected fields of a call, once. Throws if no model returns them. */
async function collect(table: Table, key: CallKey, call: CallWithSnapshot): Promise<void> {
  const { collect_fields: fields } = call.settings;
  if (!fields || call.collected_fields) return;
  const { messages = [], messages_left_out: beyond = 0 } = call;
  const answered = await askAboutCall(table, call, {
    messages: collectionMessages(fields, messages),
    answer: { name: 'collected_fields', schema: collectionSchema(fields) },
    read: (text) => readCollectedFields(fields, text),
  });
  if (answered === 'quota_exceeded') {
    const quota = 'model_tokens';
    logger.warn('The fields of a call were not collected: its user has used up a quota.', {
      callId: call.id,
      quota,
    });
    return;
  }
  if (answered === 'no_valid_answer') throw new Error('No language model returned the fields of a call.');
  const isKept = await recordCollectedFields(table, key, answered.answer);
  const leftOut = beyond + collectionLeftOut(messages, answered.usage?.leftOut ?? 0);
  logger.info('Collected the fields of a call.', {
    callId: call.id,
    fields: fields.length,
    messagesLeftOut: leftOut,
    isKept,
  });
}

import type { StoredCall } from '../domain/calls/call.ts';
import {
  type CollectedFields,
  collectionMessages,
  collectionSchema,
  readCollectedFields,
} from '../domain/conversations/collected-fields.ts';
import type { CollectField } from '../domain/records/prompt.ts';
import { conversationModels, MODEL_VARIABLES } from '../llm/accounts.ts';
import { describeModelFault, type LanguageModel } from '../llm/language-model.ts';
import { TokenMeter } from '../llm/token-meter.ts';
import { systemClock } from '../runtime/clock.ts';
import { languageModels, tableAccess } from '../runtime/grants.ts';
import { logger } from '../runtime/logger.ts';
import { eventConsumer } from '../runtime/queue.ts';
import { BACKGROUND_CONCURRENCY, defineWorker, workerHandler } from '../runtime/worker.ts';
import { getCall } from '../store/calls/calls.ts';
import { recordCollectedFields } from '../store/calls/collected-fields.ts';
import { countTokens, usedUpToday } from '../store/quotas/day-use.ts';
import { stackTable, type Table } from '../store/table/table.ts';

/** Milliseconds that the models share: less than the function's time limit. */
const PATIENCE_MS = 25_000;

/** A call, and whether the platform's models may not be asked about it. */
type AskedCall = StoredCall & { readonly out_of_tokens: boolean };

export const collectFieldsWorker = defineWorker({
  stack: 'Calls',
  id: 'CollectFields',
  description: 'Finds the fields of calls in what was said',
  trigger: {
    by: 'event',
    typePrefix: 'fields_to_collect',
    visibilitySeconds: 60,
    maxAttempts: 5,
    deadLetterImpact: 'A call lacks the fields that its agent was to collect.',
    maxConcurrency: BACKGROUND_CONCURRENCY,
  },
  grants: [tableAccess(['GetItem', 'UpdateItem']), languageModels],
  variables: [...MODEL_VARIABLES],
  timeoutSeconds: 30,
});

/** Collects the fields that a call's prompt asks for from its transcript. */
export const handler = workerHandler(
  collectFieldsWorker,
  eventConsumer({
    async handle({ user_id, call_id }) {
      const table = stackTable();
      const key = { userId: user_id, callId: call_id };
      const call = await getCall(table, key);
      const fields = call?.settings.collect_fields;
      if (!call || !fields || call.collected_fields) return undefined;
      const met = await usedUpToday(table, { userId: user_id, now: systemClock() }, ['model_tokens']);
      if (met && !call.settings.llm_account_connection) {
        logger.warn('The fields of a call are not collected: a quota of its user is used up.', {
          callId: call_id,
          quota: met.quota,
        });
        return undefined;
      }
      const asked = { ...call, out_of_tokens: met !== undefined };
      const isKept = await recordCollectedFields(table, key, await collect(table, asked, fields));
      logger.info('Collected the fields of a call.', { callId: call_id, fields: fields.length, isKept });
      return undefined;
    },
  }),
);

/** Asks the models of the call's agent, and counts what they use at the platform's expense; throws as askModels does. */
async function collect(table: Table, call: AskedCall, fields: readonly CollectField[]) {
  const meter = new TokenMeter();
  try {
    return await askModels(conversationModels(table, call, meter), call, fields);
  } finally {
    const day = { userId: call.user_id, now: systemClock() };
    if (meter.tokens > 0) await countTokens(table, day, meter.tokens);
  }
}

/** Asks the models in order. Throws if none returns a valid answer. */
async function askModels(
  models: readonly LanguageModel[],
  call: AskedCall,
  fields: readonly CollectField[],
): Promise<CollectedFields> {
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
      logger.warn('A language model did not return the fields of a call.', {
        callId: call.id,
        ...describeModelFault(error),
      });
    }
  }
  throw new Error('No language model returned the fields of a call.');
}

async function wholeAnswer(
  model: LanguageModel,
  request: Parameters<LanguageModel['stream']>[0],
): Promise<string> {
  let text = '';
  for await (const chunk of model.stream(request)) if (chunk.kind === 'text') text += chunk.text;
  return text;
}

import * as z from 'zod/mini';
import { MODEL_VARIABLES } from '../../agents/language-models.ts';
import { agentKind } from '../../agents/model/agent.ts';
import type { AnalysisSettings } from '../../agents/model/analysis-settings.ts';
import { languagesOf } from '../../agents/model/languages.ts';
import {
  collectionLeftOut,
  collectionMessages,
  collectionSchema,
  readCollectedFields,
} from '../../conversation/model/collected-fields.ts';
import { eventConsumer } from '../../events/event-consumer.ts';
import { systemClock } from '../../platform/clock.ts';
import { languageModels, tableAccess } from '../../platform/grants.ts';
import { logger } from '../../platform/logger.ts';
import { stackTable, type Table } from '../../platform/table/table.ts';
import { defineWorker, workerHandler } from '../../platform/worker.ts';
import { getRecord } from '../../records/store/records.ts';
import type { ModelRequest } from '../../vendors/llm/language-model.ts';
import type { ModelUsage } from '../../vendors/llm/model-usage.ts';
import { type AnswerFailure, askForWholeAnswer, type ModelAnswer } from '../ask-for-whole-answer.ts';
import { ANSWER_SCHEMA, analysisLeftOut, analysisMessages } from '../model/analysis/ask-analysis.ts';
import { type CallAnalysis, canBeAnalyzed } from '../model/analysis/call-analysis.ts';
import { provenFindings } from '../model/analysis/proven-findings.ts';
import { type CallWithSnapshot, withoutSnapshot } from '../model/snapshot.ts';
import { recordAnalysis, recordCollectedFields } from '../store/call-fields.ts';
import { type CallKey, getCallWithSnapshot } from '../store/calls.ts';

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

const request = z.object({ run: z.int().check(z.minimum(1)) });

/** Analyzes a call, once for each run. Throws if no model answers, except in the last attempt. */
async function runAnalysis(
  table: Table,
  call: CallWithSnapshot,
  { payload, isLast }: { readonly payload: unknown; readonly isLast: boolean },
): Promise<void> {
  const { run } = request.parse(payload);
  if (!canBeAnalyzed(call) || (call.analysis?.run ?? 0) >= run) return;
  const settings = await settingsOf(table, call, run);
  if (!settings) return;
  const result = await outcomeOf(table, call, settings);
  if (result.error === 'no_valid_answer' && !isLast) throw new Error('No language model analyzed a call.');
  const analysis = { run, at: systemClock().toISOString(), ...result };
  const isKept = await recordAnalysis(table, withoutSnapshot(call), analysis);
  const { status, error } = result;
  logger.info('Analyzed a call.', { callId: call.id, run, status, reason: error, isKept });
}

/** The analysis settings: those of the call's snapshot, or in later runs the agent's current ones. */
async function settingsOf(
  table: Table,
  { user_id, agent, settings }: CallWithSnapshot,
  run: number,
): Promise<AnalysisSettings | null | undefined> {
  const present = run > 1 ? await getRecord(table, user_id, agentKind, agent.id) : undefined;
  return present?.analysis ?? settings.analysis;
}

type Outcome = Omit<CallAnalysis, 'run' | 'at'>;

async function outcomeOf(table: Table, call: CallWithSnapshot, settings: AnalysisSettings): Promise<Outcome> {
  const { messages = [], settings: agentSettings, values } = call;
  const { language } = agentSettings;
  const judging = { messages, language, languages: languagesOf(agentSettings) };
  const answered = await askAboutCall(table, call, {
    messages: analysisMessages(settings, { ...judging, values }),
    answer: { name: 'analysis', schema: ANSWER_SCHEMA },
    read: (text) => provenFindings(settings, text, judging),
  });
  if (typeof answered === 'string') return { status: 'failed', error: answered };
  const { answer, usage } = answered;
  // The call itself keeps only the first messages of a very long transcript.
  const { messages_left_out: beyond = 0 } = call;
  const leftOut = beyond + analysisLeftOut(messages, usage?.leftOut ?? 0);
  return {
    status: 'done',
    ...answer,
    ...(usage && usedBy(usage)),
    ...(leftOut > 0 && { messages_left_out: leftOut }),
  };
}

const usedBy = ({ model, input, output, cached, estimated }: ModelUsage) => ({
  model: model.slice(0, 100),
  tokens: { input, output, cached },
  ...(estimated && { tokens_are_estimated: true as const }),
});

/** Milliseconds that the models share: less than the function's time-out. */
const PATIENCE_MS = 25_000;

type Question<Answer> = Required<Pick<ModelRequest, 'messages' | 'answer'>> & {
  readonly read: (text: string) => Answer;
};

const askAboutCall = <Answer>(
  table: Table,
  call: CallWithSnapshot,
  question: Question<Answer>,
): Promise<ModelAnswer<Answer> | AnswerFailure> =>
  askForWholeAnswer(table, call, {
    ...question,
    purpose: question.answer.name,
    callId: call.id,
    patienceMs: PATIENCE_MS,
  });

import * as z from 'zod/mini';
import { agentKind } from '../../agents/model/agent.ts';
import type { AnalysisSettings } from '../../agents/model/analysis-settings.ts';
import { languagesOf } from '../../agents/model/languages.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { getRecord } from '../../records/store/records.ts';
import type { ModelUsage } from '../../vendors/llm/model-usage.ts';
import { ANSWER_SCHEMA, analysisLeftOut, analysisMessages } from '../model/analysis/ask-analysis.ts';
import type { CallAnalysis } from '../model/analysis/call-analysis.ts';
import { canBeAnalyzed } from '../model/analysis/call-analysis.ts';
import { provenFindings } from '../model/analysis/proven-findings.ts';
import { type CallWithSnapshot, withoutSnapshot } from '../model/snapshot.ts';
import { recordAnalysis } from '../store/call-fields.ts';
import { askAboutCall } from './ask-about-call.ts';

const request = z.object({ run: z.int().check(z.minimum(1)) });

/** Analyzes a call, once for each run. Throws if no model answers, except in the last attempt. */
export async function runAnalysis(
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

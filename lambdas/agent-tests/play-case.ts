import * as z from 'zod/mini';
import { conversationModels } from '../agents/language-models.ts';
import { rememberedSnapshot } from '../agents/store/snapshots.ts';
import type { Session } from '../conversation/model/session.ts';
import { newId } from '../platform/ids.ts';
import type { Table } from '../platform/table/table.ts';
import { findKnowledge } from '../vector-databases/look-up.ts';
import type { TokenMeter } from '../vendors/llm/model-usage.ts';
import { agentTest } from './model/agent-test.ts';
import type { CaseResult } from './model/case-result.ts';
import { describeDifferences } from './model/comparison.ts';
import { type ReplayCase, replayCase } from './model/replay.ts';
import { summaryOf } from './model/test-run.ts';
import { examineWith } from './play/examine.ts';
import { playTest, type TestPlay } from './play/play-test.ts';
import { replayCall } from './play/replay-call.ts';
import { answersInTable } from './store/answer-cache.ts';
import type { Finish } from './store/test-cases.ts';

/** What a case plays, as its run stores it. */
export const caseInput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('test'),
    /** As its user wrote it. */
    test: z.unknown(),
    /** `hashOfTest` of the test as it is stored, which differs if it names a call. */
    hash: z.string(),
    invariants: z.boolean(),
    offline: z.boolean(),
    timed: z.boolean(),
  }),
  replayCase,
]);

/** Whether playing a case twice may repeat the effects of its tools. */
export function callsServices(json: unknown): boolean {
  const input = caseInput.parse(json);
  return input.kind === 'test' && agentTest.parse(input.test).tools?.unmocked === 'real';
}

export interface CasePlay extends Pick<TestPlay, 'userId' | 'snapshot' | 'version' | 'signal'> {
  readonly table: Table;
  /** Reserves and counts the tokens of the platform's models. */
  readonly meter: TokenMeter;
}

/** The outcome of a case, for its run and in full. */
export interface PlayedCase {
  readonly finish: Finish;
  readonly result?: CaseResult;
}

/** Plays a case. Throws only if the service is at fault. */
export async function playCase(json: unknown, { table, meter, ...play }: CasePlay): Promise<PlayedCase> {
  const input = caseInput.parse(json);
  const models = (session: Session) => conversationModels(table, session, meter);
  const run: TestPlay = {
    ...play,
    caseId: newId(),
    models,
    knowledge: (session, words) => findKnowledge(table, session, words),
  };
  if (input.kind === 'replay') return playReplay(input, run, table);
  const test = agentTest.parse(input.test);
  const result = await playTest(test, {
    ...run,
    isTimed: input.timed,
    invariants: input.invariants,
    examine: examineWith({
      test,
      models,
      cache: answersInTable(table, play.userId),
      isOffline: input.offline,
      ...(play.signal && { signal: play.signal }),
    }),
  });
  return { finish: summaryOf(result), result };
}

async function playReplay(input: ReplayCase, run: TestPlay, table: Table): Promise<PlayedCase> {
  const { baseline: named } = input;
  const snapshot =
    named && (await rememberedSnapshot(table, { userId: run.userId, snapshotId: named.snapshot_id }));
  if (named && !snapshot) throw new Error('The snapshot of a baseline is not stored.');
  const baseline = snapshot ? { snapshot, version: named?.version ?? undefined } : undefined;
  const { result, comparison } = await replayCall(input, { ...run, baseline });
  const failures = describeDifferences(result.compared ?? []);
  return { finish: { ...summaryOf(result), failures, comparison: comparison ?? null }, result };
}

export const errorCase = (error: string): PlayedCase => ({
  finish: { status: 'error', error, failures: [], not_checked: 0, skipped: 0, figures: null },
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebhookReceiver } from '../test/support/peers/webhook-receiver.ts';
import { SLOWER_ON_LAMBDA } from './cost/count-units.ts';
import { startMeasuredService } from './measured-service.ts';
import { type MeasuredCall, makeScaleAgent, measureCall, type Talk } from './scale/call-footprint.ts';
import {
  COMPARED_CONVERSATIONS,
  comparisonTable,
  figuresOf,
  runConversations,
  SLOW_TALK,
} from './scale/compare-with-run.ts';
import { scalePage } from './scale/page.ts';
import {
  burstTable,
  delayPlot,
  limitsPlot,
  outcomeTable,
  quotasTable,
  replayTable,
  type Simulated,
} from './scale/report.ts';
import { simulate } from './scale/simulate.ts';
import { DEFAULT_SIZE, recommendedSize } from './scale/sizes.ts';
import type { Table } from './table.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** Simultaneous conversations that are simulated. */
const CONVERSATIONS = [100, 1000, 1500, 5000, 10_000];

/** A usual talk: a turn in about ten seconds. */
const USUAL_TALK: Talk = { turns: 8, pauseMs: 2000 };

/** Conversations of a user, where there are enough of them. */
const OF_A_USER = 100;

/** Calls that one user creates at once. */
const BURST = 1000;

/** Deliveries that users repeat. */
const REPLAYED = 1_000_000;

const SECONDS = 30;

/** Seconds in which all calls of the burst are created. */
const BURST_SECONDS = 60;

/** Simulates a deployment under load from what calls do on this machine, and writes docs/scale.md. */
export async function measureScale(): Promise<readonly Table[]> {
  const { usual, comparison } = await measureCalls();
  const simulated = CONVERSATIONS.map((conversations): Simulated => {
    const scenario = {
      footprint: usual.footprint,
      conversations,
      users: Math.ceil(conversations / OF_A_USER),
      seconds: SECONDS,
      slower: SLOWER_ON_LAMBDA,
    };
    return {
      conversations,
      byDefault: simulate({ ...DEFAULT_SIZE, ...scenario }),
      recommended: simulate({ ...recommendedSize(conversations), ...scenario }),
    };
  });
  const burst = simulate({
    ...DEFAULT_SIZE,
    footprint: usual.footprint,
    conversations: OF_A_USER,
    users: 1,
    seconds: BURST_SECONDS,
    slower: SLOWER_ON_LAMBDA,
    burst: BURST,
  });
  const beside = {
    ...DEFAULT_SIZE,
    footprint: usual.footprint,
    conversations: 1000,
    users: 10,
    seconds: SECONDS,
  };
  const replay = simulate({ ...beside, slower: SLOWER_ON_LAMBDA, replayed: REPLAYED });
  const alone = simulate({ ...beside, slower: SLOWER_ON_LAMBDA });
  const tables = {
    outcome: outcomeTable(simulated, usual),
    burst: burstTable(burst, BURST),
    replay: replayTable(replay, { alone, deliveries: REPLAYED, seconds: SECONDS }),
    quotas: quotasTable(),
    comparison,
  };
  const { durationMs, turns } = usual.footprint;
  writeFileSync(join(DOCS, 'scale.md'), scalePage({ ...tables, callSeconds: durationMs / 1000, turns }));
  writeFileSync(join(DOCS, 'scale-delay.svg'), delayPlot(simulated));
  writeFileSync(join(DOCS, 'scale-limits.svg'), limitsPlot(simulated));
  return Object.values(tables);
}

/** Measures a usual call, and compares the simulation of a slower one with a run of many. */
async function measureCalls(): Promise<{ readonly usual: MeasuredCall; readonly comparison: Table }> {
  const receiver = new WebhookReceiver();
  // The functions stay warm, as those of many conversations do.
  const service = await startMeasuredService(1, { keptIdle: Number.POSITIVE_INFINITY });
  try {
    const agent = await makeScaleAgent(service, await receiver.listen());
    const usual = await measureCall(service, receiver, { agent, talk: USUAL_TALK });
    const slow = await measureCall(service, receiver, { agent, talk: SLOW_TALK });
    const run = await runConversations(service, { agent, footprint: slow.footprint });
    const outcome = simulate({
      ...DEFAULT_SIZE,
      footprint: slow.footprint,
      conversations: COMPARED_CONVERSATIONS,
      users: 1,
      seconds: SECONDS,
      slower: 1,
    });
    return { usual, comparison: comparisonTable(run, figuresOf(outcome)) };
  } finally {
    await service.close();
    await receiver.close();
  }
}

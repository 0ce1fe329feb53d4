import { bothSpoke, type SyntheticCall, type SyntheticOutcome } from '../domain/calls/synthetic-call.ts';
import type { ServiceApi, ShownCall } from './service-api.ts';

/**
 * Milliseconds after the creation of the call by which it must be answered, is ended by the service if it is not over,
 * and is checked.
 */
const ANSWERED_MS = 25_000;
const ENDED_MS = 40_000;
const CHECKED_MS = 60_000;
const POLL_MS = 1_000;

/** Dependencies of a run. */
export interface SyntheticRun {
  readonly api: Pick<
    ServiceApi,
    'agent' | 'number' | 'callsSince' | 'createCall' | 'getCall' | 'endCall' | 'isTranscriptDelivered'
  >;
  readonly settings: SyntheticCall;
  /** The key of the request for the run: a repeated request places no second call. */
  readonly key: string;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
}

/** The findings of a run. */
export interface SyntheticResult {
  /** `skipped`: no call was placed, so nothing is known about the service. */
  readonly outcome: SyntheticOutcome | 'skipped';
  readonly reason?: string;
  readonly callId?: string;
  /** From the creation of the call to the verdict. */
  readonly seconds?: number;
}

/**
 * Places a call, and checks within a minute that it was answered, that the transcript has the words of both sides, and
 * that the webhook’s receiver has it. Never throws. Afterwards the call is over, or its end was requested.
 */
export async function runSyntheticCall(run: SyntheticRun): Promise<SyntheticResult> {
  try {
    return await placeAndCheck(run);
  } catch (error) {
    return { outcome: 'not_placed', reason: messageOf(error) };
  }
}

async function placeAndCheck(run: SyntheticRun): Promise<SyntheticResult> {
  const { api, settings, key, now } = run;
  const began = now();
  const midnight = new Date(began);
  midnight.setUTCHours(0, 0, 0, 0);
  const { count, isOneOpen } = await api.callsSince(midnight);
  if (isOneOpen) return { outcome: 'skipped', reason: 'another call of the user is not over' };
  if (count >= settings.mostADay) return { outcome: 'skipped', reason: `${count} calls were placed today` };
  const [agent, from_number] = await Promise.all([api.agent(), api.number()]);
  if (agent === undefined || from_number === undefined)
    return { outcome: 'not_placed', reason: 'the user has no agent or no number' };
  const { id } = await api.createCall({ from_number, to_number: settings.to, agent }, key);
  const placed = now().getTime();
  const result = await check(id, placed, run).catch((error: unknown): SyntheticResult => {
    return { outcome: 'not_over', reason: messageOf(error) };
  });
  return { ...result, callId: id, seconds: Math.round((now().getTime() - placed) / 1000) };
}

async function check(id: string, placed: number, run: SyntheticRun): Promise<SyntheticResult> {
  const { api, settings } = run;
  const call = await follow(id, placed, run);
  if (call.start_time === undefined)
    return { outcome: 'not_answered', reason: call.error_message ?? call.status };
  if (call.transcript === undefined) return { outcome: 'not_over', reason: call.status };
  if (!bothSpoke(call.transcript, settings.hears)) return { outcome: 'wrong_transcript' };
  const isDelivered = await within(CHECKED_MS, placed, run, () => api.isTranscriptDelivered(id));
  return { outcome: isDelivered ? 'passed' : 'webhook_missing' };
}

/** The call when it is over with its transcript, or as it is when the time is up. Ends it if it takes too long. */
async function follow(id: string, placed: number, run: SyntheticRun): Promise<ShownCall> {
  const { api } = run;
  let call = await api.getCall(id);
  const look = async (isDone: () => boolean) => {
    call = await api.getCall(id);
    return isDone();
  };
  const isOver = () => call.status === 'ended' || call.status === 'error';
  try {
    const isAnswered = await within(ANSWERED_MS, placed, run, () =>
      look(() => isOver() || call.start_time !== undefined),
    );
    if (isAnswered) await within(ENDED_MS, placed, run, () => look(isOver));
  } finally {
    // Ended, so that nobody pays for a call that talks to itself.
    if (!isOver()) await api.endCall(id).catch(() => {});
  }
  await within(CHECKED_MS, placed, run, () =>
    look(() => isOver() && (call.start_time === undefined || call.transcript !== undefined)),
  );
  return call;
}

/** Polls until the condition holds, or until these milliseconds have passed since the call was placed. */
async function within(
  ms: number,
  placed: number,
  { now, wait }: SyntheticRun,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    if (await ask()) return true;
    if (now().getTime() - placed >= ms) return false;
    await wait(POLL_MS);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

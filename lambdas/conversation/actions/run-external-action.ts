import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { CallAction } from '../../actions/model/action.ts';
import { storable } from '../../platform/storable.ts';
import { PHRASES } from '../model/phrases.ts';
import type { Speech } from '../speech.ts';
import type { ActionLog } from './action-log.ts';
import { askExternalService } from './ask-external-service.ts';

export interface ServiceContext {
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly now: () => Date;
  readonly deadline: AbortSignal;
}

/** Milliseconds after which the agent asks the contact to wait: silence may last 3 seconds at most. */
const PATIENCE_MS = 2_000;

/** Calls the user's service. Reports a failure to the contact always, and a success if the action says so. */
export async function runExternalAction(
  action: CallAction,
  input: Readonly<Record<string, unknown>>,
  { log, speech, deadline, now }: ServiceContext,
): Promise<{ readonly output: unknown; readonly again: boolean }> {
  const { session } = log;
  const config = externalAction.parse(action.config);
  if (config.speak_on_send && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  // The request may change something in the user's service, and cannot be taken back.
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const begunMs = now().getTime();
  const asking = askExternalService(config, {
    callId: session.call_id,
    payload: input,
    deadline,
    isRehearsal: session.rehearsal !== undefined,
  });
  const isSlow = await Promise.race([asking.then(() => false), wait(PATIENCE_MS, true, { ref: false })]);
  if (isSlow && speech.isEmpty) await speech.add(PHRASES[session.settings.language].moment);
  const answer = await asking;
  const output = storable({ ...answer });
  const outcome = { took_ms: now().getTime() - begunMs, ...('error' in answer && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...outcome });
  if ('error' in answer) return { output, again: true };
  if (answer.agent_message) await speech.add(answer.agent_message);
  return { output, again: config.speak_on_receive && !answer.agent_message };
}

const externalAction = z.object({
  url: z.string(),
  speak_on_send: z.boolean(),
  speak_on_receive: z.boolean(),
  signature_secret: z.optional(z.string()),
});

import type { CallAction } from '../../actions/model/action.ts';
import { type AskService, externalAction } from '../../actions/model/external-service.ts';
import { storable } from '../../platform/storable.ts';
import { PHRASES } from '../model/phrases.ts';
import { realWait, type Wait } from '../ports.ts';
import type { ActionLog } from './action-log.ts';
import type { Speech } from './speech.ts';

export interface ServiceContext {
  readonly speech: Speech;
  readonly log: ActionLog;
  readonly now: () => Date;
  readonly deadline: AbortSignal;
  /** @default realWait */
  readonly wait?: Wait;
  readonly askService: AskService;
}

/** Milliseconds after which the agent asks the contact to wait: silence may last 3 seconds at most. */
const PATIENCE_MS = 2_000;

/** Calls the user's service. Reports a failure to the contact always, and a success if the action says so. */
export async function runExternalAction(
  action: CallAction,
  input: Readonly<Record<string, unknown>>,
  { log, speech, deadline, now, wait = realWait, askService }: ServiceContext,
): Promise<{ readonly output: unknown; readonly again: boolean }> {
  const { session } = log;
  const { speak_on_send, speak_on_receive } = externalAction.parse(action.config);
  if (speak_on_send && speech.isEmpty) await speech.fill(PHRASES[session.settings.language].moment);
  // The request may change something in the user's service, and cannot be taken back.
  if (!speech.interrupted.aborted && !(await log.mayAct())) speech.stop();
  if (speech.interrupted.aborted) return { output: {}, again: false };
  const begunMs = now().getTime();
  const asking = askService(action, {
    callId: session.call_id,
    payload: input,
    deadline,
    isRehearsal: session.rehearsal !== undefined,
  });
  const answered = new AbortController();
  const isSlow = await Promise.race([
    asking.then(() => false),
    wait(PATIENCE_MS, answered.signal).then(
      () => true,
      () => false,
    ),
  ]);
  if (isSlow && speech.isEmpty) await speech.fill(PHRASES[session.settings.language].moment);
  const answer = await asking;
  answered.abort();
  const output = storable({ ...answer });
  const outcome = { took_ms: now().getTime() - begunMs, ...('error' in answer && { failed: true }) };
  await log.add(action, { input: storable(input), output, ...outcome });
  if ('error' in answer) return { output, again: true };
  if (answer.agent_message) await speech.add(answer.agent_message);
  return { output, again: speak_on_receive && !answer.agent_message };
}

import { voiceParameters } from '../callbacks/voice-parameters.ts';
import { requestWebhook } from '../callbacks/webhook-request.ts';
import type { Program } from '../requests/program.ts';
import { TwimlError } from '../twiml/twiml-error.ts';
import type { ProgramRun } from './speak.ts';

interface Action {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Reports a verb's result to its action, even after the call, and returns the action's instructions. */
export async function askAction(run: ProgramRun, { url, params }: Action): Promise<Program | undefined> {
  const { context, call, signal } = run;
  // A redirected call has left this verb: its result is irrelevant.
  if (signal.aborted && !call.over.aborted) return undefined;
  const answer = await requestWebhook({
    context,
    call,
    purpose: 'action',
    url,
    params: { ...voiceParameters(call), ...params },
  });
  if (call.over.aborted) return undefined;
  if (answer?.status !== 200 && answer?.status !== 204) {
    throw new TwimlError(11200, `${url} answered ${answer?.status ?? 'nothing'}.`, url);
  }
  return answer.body.trim() === '' ? undefined : { twiml: answer.body, base: url };
}

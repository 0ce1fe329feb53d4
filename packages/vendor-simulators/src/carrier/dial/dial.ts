import { askAction } from '../calls/ask-action.ts';
import type { ProgramRun } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import type { Dial } from '../twiml/dial-markup.ts';
import { resolveUrl } from '../twiml/resolve-url.ts';
import { dialConference } from './dial-conference.ts';
import { dialNumber } from './dial-number.ts';

/** Connects the call with another party until it is over. Reports to the action and returns its instructions. */
export async function dial(
  run: ProgramRun,
  verb: Dial,
  base: string | undefined,
): Promise<Program | undefined> {
  const { to } = verb;
  const statusCallback = to.statusCallback === undefined ? undefined : resolveUrl(to.statusCallback, base);
  const action = verb.action === undefined ? undefined : resolveUrl(verb.action, base);
  const params =
    'name' in to
      ? await dialConference(run, { ...to, statusCallback })
      : await dialNumber(run, { ...verb, to: { ...to, statusCallback } });
  run.context.closing.throwIfAborted();
  return action === undefined ? undefined : askAction(run, { url: action, method: verb.method, params });
}

import { askAction } from '../calls/ask-action.ts';
import type { ProgramRun } from '../calls/speak.ts';
import type { Program } from '../requests/program.ts';
import type { Dial, DialledNumber } from '../twiml/dial-markup.ts';
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
      : await dialNumber(run, { ...verb, to: { ...resolved(to, base), statusCallback } });
  run.context.closing.throwIfAborted();
  return action === undefined ? undefined : askAction(run, { url: action, method: verb.method, params });
}

/** The same with absolute URLs. */
function resolved(to: DialledNumber, base: string | undefined): DialledNumber {
  const { screening, machineDetection } = to;
  const detected = machineDetection?.statusCallback;
  return {
    ...to,
    screening: screening && { ...screening, url: resolveUrl(screening.url, base) },
    machineDetection: machineDetection && {
      ...machineDetection,
      statusCallback: detected === undefined ? undefined : resolveUrl(detected, base),
    },
  };
}

import type { ProgramRun } from '../calls/speak.ts';
import type { CarrierContext } from '../state/context.ts';
import type { DialledConference } from '../twiml/dial-markup.ts';
import { Conference } from './conference.ts';

/** Keeps the call in its account's conference of this name until it is over. Returns the action's parameters. */
export async function dialConference(
  run: ProgramRun,
  settings: DialledConference,
): Promise<Record<string, string>> {
  const { context, call, signal } = run;
  const key = `${call.account.sid}/${settings.name}`;
  const conference = context.conferences.get(key) ?? open(context, key, settings);
  await conference.enter(call, settings, signal);
  // The vendor reports no call and no duration after a conference.
  return { DialCallStatus: 'answered' };
}

function open(context: CarrierContext, key: string, settings: DialledConference): Conference {
  const conference = new Conference(context, settings);
  context.conferences.set(key, conference);
  conference.closed.addEventListener('abort', () => context.conferences.delete(key), { once: true });
  return conference;
}

import type { ProgramRun } from '../speak.ts';
import { Conference } from './conference.ts';
import type { DialledConference } from './dial-markup.ts';

/** Keeps the call in its account's conference of this name until it is over; gives the action's parameters. */
export async function dialConference(
  run: ProgramRun,
  settings: DialledConference,
): Promise<Record<string, string>> {
  const { context, call } = run;
  const key = `${call.account.sid}/${settings.name}`;
  let conference = context.conferences.get(key);
  if (!conference) {
    conference = new Conference(context, settings);
    context.conferences.set(key, conference);
    conference.room.closed.addEventListener('abort', () => context.conferences.delete(key), { once: true });
  }
  await conference.room.enter(run, settings);
  // The vendor names no call and no duration after a conference.
  return { DialCallStatus: 'answered' };
}

import { entryOf } from '../../../agents/model/steps.ts';
import type { Session } from '../session.ts';
import type { StepExit } from './steps-state.ts';

/** Notes an exit for the next turn. Steps that were left at once are on the way. */
export function withExit(
  session: Session,
  { from, exit }: { readonly from: string; readonly exit?: StepExit | undefined },
): Session {
  const { left_step: left, handed_to, settings } = session;
  if (!exit) return session;
  if (left) {
    const through = [...(left.exit.through ?? []), left.exit.to];
    return { ...session, left_step: { ...left, exit: { ...left.exit, to: exit.to, through } } };
  }
  const isSecure = entryOf(settings.steps?.steps ?? {}, from)?.secure;
  const mark = { step: from, exit, ...(isSecure && { secure: true }) };
  return { ...session, left_step: { ...mark, ...(handed_to && { agent_id: handed_to.agent }) } };
}

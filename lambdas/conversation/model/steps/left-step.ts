import type { Session } from '../session.ts';
import type { StepExit } from './steps-state.ts';

/** Notes an exit for the next turn. Steps that were left at once are on the way. */
export function withExit(
  session: Session,
  { from, exit }: { readonly from: string; readonly exit?: StepExit | undefined },
): Session {
  const { left_step: left, handed_to } = session;
  if (!exit) return session;
  if (left) {
    const { through: before = [], to } = left.exit;
    // The first step of another agent is entered without an exit.
    const through = [...before, to, ...(from === to ? [] : [from])];
    return { ...session, left_step: { ...left, exit: { ...left.exit, to: exit.to, through } } };
  }
  const agent = handed_to && { agent_id: handed_to.agent };
  return { ...session, left_step: { step: from, exit, ...agent } };
}

import { invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import type { Agent } from '../model/agent.ts';
import { issuesOfCircles } from '../model/step-issues.ts';
import { loadHandoffAgents, MAX_HANDOFF_AGENTS, MAX_HANDOFF_BYTES } from '../store/handoff-agents.ts';
import { issuesIn } from './version-issues.ts';

/** Throws if the agents to which an agent's steps lead are too many or too large, or hand the call back at once. */
export async function requireHandoffs(
  table: Table,
  agent: Pick<Agent, 'id' | 'user_id' | 'steps'>,
  loc: readonly string[],
): Promise<void> {
  const { id, steps } = agent;
  if (!steps) return;
  const { agents, leftOut } = await loadHandoffAgents(table, agent);
  const at = [...loc, 'steps'];
  if (leftOut.length > 0) {
    const msg = `A call contains the agents to which it can be handed: at most ${MAX_HANDOFF_AGENTS}, and ${MAX_HANDOFF_BYTES} bytes together. These do not fit: ${leftOut.slice(0, MAX_HANDOFF_AGENTS).join(', ')}.`;
    throw invalidInput([{ loc: [...at, 'handoffs'], msg, type: 'handoffs_too_large' }]);
  }
  const circles = issuesOfCircles(steps, id, (other) => agents[other]?.settings.steps ?? undefined);
  if (circles.length > 0) throw invalidInput(issuesIn(at, circles));
}

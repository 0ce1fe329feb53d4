// Responses that contain an agent, by version: see "Versions of the API" in docs/api.md.
import * as z from 'zod/mini';
import { answerByVersion } from '../../http/api-version.ts';
import { revised } from '../../http/revisions.ts';
import type { Table } from '../../platform/table/table.ts';
import { findRecords, type Revised } from '../../records/store/records.ts';
import { targetsOf } from '../../records/store/reference-fields.ts';
import { latestOf } from '../../records/store/revisions.ts';
import { type Agent, agentKind, expandedAgent } from '../model/agent.ts';
import { compactAgent } from '../model/compact-agent.ts';
import { compactOf, expandedOf } from '../store/agent-views.ts';

/** In full if requested. */
const agentInEitherForm = () => z.union([compactAgent, expandedAgent]);

export const foundAgent = () =>
  answerByVersion({
    '2023-08': agentInEitherForm(),
    '2024-08': agentInEitherForm(),
    '2026-11': expandedAgent,
  });

/** The older shape of a body gets the compact form. */
export const createdAgent = () =>
  answerByVersion({
    '2023-08': compactAgent,
    '2024-08': z.union([expandedAgent, compactAgent]),
    '2026-11': expandedAgent,
  });

export const changedAgent = () =>
  answerByVersion({
    '2023-08': compactAgent,
    '2024-08': expandedAgent,
    '2026-11': expandedAgent,
  });

/** The answer with an agent and the records to which it refers, whose latest revision is that of the agent. */
export async function loadRevisedView(
  table: Table,
  { record: agent, revision }: Revised<Agent>,
  { inFull }: { readonly inFull: boolean },
) {
  const related = await findRecords(table, agent.user_id, targetsOf(agentKind, agent));
  const view = inFull ? expandedOf(agent, related) : compactOf(agent, related);
  return revised(view, latestOf([revision, related.revision]));
}

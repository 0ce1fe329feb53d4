// Responses that contain an agent, by version: see "Versions of the API" in docs/api.md.
import * as z from 'zod/mini';
import { answerByVersion } from '../../http/api-version.ts';
import { expandedAgent } from '../model/agent.ts';
import { compactAgent } from '../model/compact-agent.ts';

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

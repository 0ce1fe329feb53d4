import * as z from 'zod/mini';
import { agentUpdate } from '../../agents/model/agent.ts';
import { versionNumber } from '../../agents/model/version-split.ts';
import { id, stringMap } from '../../platform/fields.ts';
import { existingRecord, namesRecord } from '../../platform/reference.ts';
import { when } from '../../platform/schemas/when.ts';

/** An existing agent, by its id or as an object with it. */
const existingAgent = z.lazy(() => z.union([id, when(namesRecord, existingRecord)]));

export const rehearsalInput = z.lazy(() =>
  z.strictObject({
    agent: existingAgent,
    agent_version: z.optional(z.nullable(versionNumber)),
    draft: z.optional(z.nullable(agentUpdate)),
    context: z.optional(z.nullable(stringMap)),
  }),
);

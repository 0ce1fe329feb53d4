import { inlineAgentInput } from '../../agents/model/agent.ts';
import { agentVersionKind, versionId } from '../../agents/model/agent-version.ts';
import { splitOf, type VersionChoice } from '../../agents/model/version-split.ts';
import { newAgent } from '../../agents/requests/new-agent.ts';
import { requireVersions } from '../../agents/requests/version-issues.ts';
import { ApiError, type Issue, invalidInput } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import type { NewRecord } from '../../records/model/kind.ts';
import type { CreateContext } from '../../records/store/inline-records.ts';
import { MissingTargets } from '../../records/store/reference-counts.ts';
import type { InboundAgentInput, StoredNumber } from '../model/number.ts';

const LOC = ['body', 'agent_version'];

interface VersionRequest {
  readonly choice: VersionChoice | null | undefined;
  /** The number's new agent; undefined if the agent stays the same. */
  readonly agent: { readonly id: string | null; readonly records: readonly unknown[] } | undefined;
}

/** The fields of a number that refer to versions of its agent. Another agent drops those of the previous one. */
export async function planAgentVersion(
  table: Table,
  { user_id, inbound_agent }: StoredNumber,
  { choice, agent }: VersionRequest,
): Promise<Pick<StoredNumber, 'version_ids'> & Partial<Pick<StoredNumber, 'agent_version'>>> {
  const agentId = agent ? agent.id : inbound_agent;
  const isOther = agent !== undefined && agent.id !== inbound_agent;
  if (choice === undefined && !isOther) return {};
  if (choice === undefined || choice === null) return { agent_version: null, version_ids: [] };
  if (agentId === null || (agent && agent.records.length > 0)) throw invalidInput([noVersions(agentId)]);
  await requireVersions(table, { id: agentId, user_id }, { choice, loc: LOC });
  const split = splitOf(choice);
  return {
    agent_version: split.map((share) => ({ ...share })),
    version_ids: split.map(({ version }) => versionId(agentId, version)),
  };
}

function noVersions(agentId: string | null): Issue {
  const msg =
    agentId === null
      ? 'The number has no agent; set inbound_agent, or leave this out.'
      : 'A new agent has only one version, which is published; leave this out.';
  return { loc: LOC, msg, type: 'unknown_version' };
}

/** Throws an API error for a version that was deleted while the request was handled. */
export function throwDropped(error: unknown): never {
  if (!(error instanceof MissingTargets) || !error.targets.some(({ kind }) => kind === agentVersionKind))
    throw error;
  const msg = 'A version in your request has just been deleted; choose another one.';
  throw new ApiError('conflict', [{ loc: LOC, msg, type: 'unknown_version' }]);
}

const DEFAULT_AGENT = {
  name: 'Receptionist',
  prompt: {
    content:
      'You answer the telephone. Ask how you can help, listen, and answer as well as you can in one or two sentences. When the caller says goodbye, say goodbye.',
  },
  initial_message: 'Hello, how can I help you?',
  // All clients of the original interface know this kind; many do not know `voice_builtin`.
  voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
  actions: [{ type: 'action_end_conversation' }],
} as const;

/** The agent of a new number: its id, and the records to store with it. */
export function inboundAgentOf(
  agentInput: InboundAgentInput,
  createContext: CreateContext,
): { readonly id: string | null; readonly records: readonly NewRecord[] } {
  if (agentInput === undefined || agentInput === null) return { id: null, records: [] };
  if (typeof agentInput === 'string' && agentInput !== 'default') return { id: agentInput, records: [] };
  const settings = agentInput === 'default' ? inlineAgentInput.parse(DEFAULT_AGENT) : agentInput;
  const { agent, records } = newAgent(settings, ['body', 'inbound_agent'], createContext);
  return { id: agent.id, records };
}

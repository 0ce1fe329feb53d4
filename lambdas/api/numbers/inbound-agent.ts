import { inlineAgentInput } from '../../domain/records/agent.ts';
import type { InboundAgentInput } from '../../domain/records/number.ts';
import type { Making } from '../../store/records/inline-records.ts';
import type { NewRecord } from '../../store/records/kinds.ts';
import { newAgent } from '../agents/new-agent.ts';

const DEFAULT_AGENT = {
  name: 'Receptionist',
  prompt: {
    content:
      'You answer the telephone. Ask how you can help, listen, and answer as well as you can in one or two sentences. When the caller says goodbye, say goodbye.',
  },
  initial_message: 'Hello, how can I help you?',
  actions: [{ type: 'action_end_conversation' }],
} as const;

/** The agent of a new number: its id, and the records to store with it. */
export function inboundAgentOf(
  given: InboundAgentInput,
  making: Making,
): { readonly id: string | null; readonly records: readonly NewRecord[] } {
  if (given === undefined || given === null) return { id: null, records: [] };
  if (typeof given === 'string' && given !== 'default') return { id: given, records: [] };
  const settings = given === 'default' ? inlineAgentInput.parse(DEFAULT_AGENT) : given;
  const { agent, records } = newAgent(settings, ['body', 'inbound_agent'], making);
  return { id: agent.id, records };
}

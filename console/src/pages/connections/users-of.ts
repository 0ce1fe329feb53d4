import type { Schema } from '../../api/client.ts';
import { phoneNumber } from '../../format/phone-number.ts';

/** An agent or a number that refers to a connection. */
export interface User {
  readonly name: string;
  /** The id of an agent. */
  readonly agent?: string;
}

/** The agents and numbers that refer to a connection. */
export function usersOf(
  id: string,
  agents: readonly Schema<'ListedAgent'>[],
  numbers: readonly Pick<Schema<'ListedNumber'>, 'number' | 'telephony_account_connection'>[],
): readonly User[] {
  return [
    ...agents
      .filter((agent) => agent.vector_database === id || agent.llm_account_connection?.id === id)
      .map((agent) => ({ name: agent.name ?? 'An agent without a name', agent: agent.id })),
    ...numbers
      .filter((number) => number.telephony_account_connection === id)
      .map(({ number }) => ({ name: phoneNumber(number) })),
  ];
}

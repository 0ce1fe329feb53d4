import { Link } from '@tanstack/react-router';
import type { Schema } from '../../api/client.ts';
import { phoneNumber } from '../../format/phone-number.ts';

/** An agent or a number that refers to a record. */
export interface User {
  readonly name: string;
  /** The id of an agent. */
  readonly agent?: string;
}

/** The agents and numbers that refer to a connection or a webhook. */
export function usersOf(
  id: string,
  agents: readonly Schema<'ListedAgent'>[],
  numbers: readonly Pick<Schema<'ListedNumber'>, 'number' | 'telephony_account_connection'>[],
): readonly User[] {
  return [
    ...agents
      .filter((agent) =>
        [agent.vector_database, agent.webhook, agent.llm_account_connection?.id].includes(id),
      )
      .map((agent) => ({ name: agent.name ?? 'An agent without a name', agent: agent.id })),
    ...numbers
      .filter((number) => number.telephony_account_connection === id)
      .map(({ number }) => ({ name: phoneNumber(number) })),
  ];
}

/** The users of a record, as links. */
export function Users({ users }: { readonly users: readonly User[] }) {
  if (users.length === 0) return 'Not in use';
  return (
    <>
      Used by{' '}
      {users.map((user, at) => (
        <span key={user.agent ?? user.name}>
          {at > 0 && ', '}
          <UserLink user={user} />
        </span>
      ))}
    </>
  );
}

const UserLink = ({ user: { name, agent } }: { readonly user: User }) =>
  agent === undefined ? (
    <Link to="/numbers">{name}</Link>
  ) : (
    <Link to="/agents/$id" params={{ id: agent }}>
      <bdi>{name}</bdi>
    </Link>
  );

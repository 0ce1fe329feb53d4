import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { messagesAt } from '../../api/fault.ts';
import { agentsList, connectionsList, numbersList } from '../../api/lists.ts';
import { agentChoices, PURPOSES } from '../../format/label.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { VersionField } from '../../parts/controls/version-field.tsx';
import { InputField, SelectField } from '../../parts/controls.tsx';
import { FaultNote } from '../../parts/query-state.tsx';

/** Who calls, and why: the agent with its version, the number that the contact sees, the purpose. An empty one stands for the default. */
export interface CallChoice {
  readonly agent: string;
  readonly version: string;
  readonly from: string | undefined;
  readonly purpose?: (typeof PURPOSES)[number][0] | undefined;
}

/** What is chosen, with what stands for no choice: the first agent, and the first number that may call. */
export function useCallChoice(choice: CallChoice) {
  const agents = useQuery(agentsList);
  const numbers = useQuery(numbersList);
  const connections = useQuery(connectionsList);
  const active = (numbers.data ?? []).filter((one) => one.active);
  const agent = choice.agent ? agents.data?.find(({ id }) => id === choice.agent) : agents.data?.[0];
  /** Whether an account permits numbers that are not in the list. */
  const permitsAny = (connections.data ?? []).some(
    (one) => one.type === 'account_connection_telephony' && one.account_supports_any_caller_id,
  );
  const own = active.find(({ inbound_agent: inbound }) => inbound !== null && inbound === agent?.id);
  return {
    agents: agents.data ?? [],
    agent,
    numbers: active.map(({ number }) => number),
    from: choice.from ?? (own ?? active[0])?.number ?? '',
    permitsAny,
    /** Whether another agent must be chosen. */
    isGone: agents.isSuccess && !agents.isFetching && choice.agent !== '' && !agent,
    /** What is missing before any call can be placed. */
    lacksAgent: agents.isSuccess && agents.data.length === 0,
    lacksNumber: numbers.isSuccess && active.length === 0 && !permitsAny && !connections.isPending,
    /** Why there is nothing to choose from. */
    error: (agents.data ? null : agents.error) ?? (numbers.data ? null : numbers.error),
    retry: () => void Promise.all([agents.refetch(), numbers.refetch()]),
  };
}

const GONE = 'This agent no longer exists. Choose another one.';

interface ChoiceFields {
  readonly choice: CallChoice;
  readonly chosen: ReturnType<typeof useCallChoice>;
  /** Why the API refused the call. */
  readonly error: unknown;
  readonly onChange: (choice: CallChoice) => void;
}

/** The fields of who calls. */
export function CallFields(fields: ChoiceFields) {
  const { choice, chosen, error, onChange } = fields;
  const agent = chosen.agent?.id ?? '';
  return (
    <>
      <SelectField
        label="Agent"
        faults={chosen.isGone ? [GONE] : messagesAt(error, 'agent')}
        none={agent ? undefined : 'not chosen'}
        options={agentChoices(chosen.agents)}
        value={agent}
        onChange={(id) => onChange({ ...choice, agent: id, version: '' })}
      />
      <VersionField
        agent={agent}
        version={choice.version}
        faults={messagesAt(error, 'agent_version')}
        onChange={(version) => onChange({ ...choice, version })}
      />
      <FromField {...fields} />
      <SelectField
        label="Purpose"
        faults={messagesAt(error, 'purpose')}
        none="Your operator’s default"
        options={PURPOSES}
        value={choice.purpose ?? ''}
        onChange={(value) => onChange({ ...choice, purpose: PURPOSES.find(([name]) => name === value)?.[0] })}
      />
    </>
  );
}

/** The number that the contact sees: one of the user's own, or any if an account permits that. */
function FromField({ choice, chosen: { permitsAny, numbers, from: value }, error, onChange }: ChoiceFields) {
  const list = useId();
  const faults = messagesAt(error, 'from_number');
  const put = (from: string) => onChange({ ...choice, from });
  if (!permitsAny) {
    const options = numbers.map((number) => [number, phoneNumber(number)] as const);
    return <SelectField label="From" faults={faults} options={options} value={value} onChange={put} />;
  }
  return (
    <InputField
      label="From"
      help={
        <>
          Your account permits any number.
          <datalist id={list}>
            {numbers.map((number) => (
              <option key={number} value={number} />
            ))}
          </datalist>
        </>
      }
      faults={faults}
      type="tel"
      required
      list={list}
      value={value}
      onChange={put}
    />
  );
}

/** What is shown once calls can be placed; before, what is missing for them, and where to get it. */
export function IfCanCall({
  chosen: { lacksAgent, lacksNumber, error, retry },
  onLeave,
  children,
}: {
  readonly chosen: ReturnType<typeof useCallChoice>;
  readonly onLeave?: () => void;
  readonly children: ReactNode;
}) {
  if (error) return <FaultNote error={error} onRetry={retry} />;
  if (!lacksAgent && !lacksNumber) return children;
  return (
    <>
      {lacksAgent && (
        <p className="note">
          You need an agent to place calls.{' '}
          <Link to="/agents/$id" params={{ id: 'new' }} onClick={onLeave}>
            Create an agent
          </Link>
        </p>
      )}
      {lacksNumber && (
        <p className="note">
          You need an active number to call from.{' '}
          <Link to="/numbers" onClick={onLeave}>
            Get a number
          </Link>
        </p>
      )}
    </>
  );
}

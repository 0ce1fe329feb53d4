import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messagesAt } from '../../api/fault.ts';
import { agentsList, connectionsList, numbersList, versionsOf } from '../../api/lists.ts';
import { agentChoices } from '../../format/label.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { Field } from '../../parts/controls/field.tsx';

/** Who calls: the agent with its version, and the number that the contact sees. An empty agent or version is no choice. */
export interface CallChoice {
  readonly agent: string;
  readonly version: string;
  readonly from: string | undefined;
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

const GONE = 'The chosen agent is not there any more. Choose another one.';

/** The fields of who calls. */
export function CallFields({
  choice,
  chosen,
  error,
  onChange,
}: {
  readonly choice: CallChoice;
  readonly chosen: ReturnType<typeof useCallChoice>;
  /** Why the API refused the call. */
  readonly error: unknown;
  readonly onChange: (choice: CallChoice) => void;
}) {
  const agent = chosen.agent?.id ?? '';
  return (
    <>
      <Field label="Agent" faults={chosen.isGone ? [GONE] : messagesAt(error, 'agent')}>
        {(control) => (
          <select
            {...control}
            value={agent}
            onChange={({ target }) => onChange({ ...choice, agent: target.value, version: '' })}
          >
            {!agent && <option value="">not chosen</option>}
            {agentChoices(chosen.agents).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <VersionField
        agent={agent}
        version={choice.version}
        faults={messagesAt(error, 'agent_version')}
        onChange={(version) => onChange({ ...choice, version })}
      />
      <Field
        label="From"
        help={chosen.permitsAny && 'An account of yours permits any number.'}
        faults={messagesAt(error, 'from_number')}
      >
        {({ id, ...control }) =>
          chosen.permitsAny ? (
            <>
              <input
                {...control}
                id={id}
                type="tel"
                required
                list={`${id}-list`}
                value={chosen.from}
                onChange={({ target }) => onChange({ ...choice, from: target.value })}
              />
              <datalist id={`${id}-list`}>
                {chosen.numbers.map((number) => (
                  <option key={number} value={number} />
                ))}
              </datalist>
            </>
          ) : (
            <select
              {...control}
              id={id}
              value={chosen.from}
              onChange={({ target }) => onChange({ ...choice, from: target.value })}
            >
              {chosen.numbers.map((number) => (
                <option key={number} value={number}>
                  {phoneNumber(number)}
                </option>
              ))}
            </select>
          )
        }
      </Field>
    </>
  );
}

function VersionField({
  agent,
  version,
  faults,
  onChange,
}: {
  readonly agent: string;
  readonly version: string;
  readonly faults: readonly string[];
  readonly onChange: (version: string) => void;
}) {
  const { data: versions = [] } = useQuery(versionsOf(agent));
  const isListed = version === '' || versions.some((one) => String(one.version) === version);
  return (
    <Field label="Version" faults={faults}>
      {(control) => (
        <select {...control} value={version} onChange={({ target }) => onChange(target.value)}>
          <option value="">What calls use now</option>
          {!isListed && <option value={version}>{version}</option>}
          {versions.map(({ version: number, is_latest: isLatest }) => (
            <option key={number} value={String(number)}>
              {number}
              {isLatest && ' (latest)'}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Says what is missing before any call can be placed, and where to get it. */
export function MissingForCalls({
  chosen: { lacksAgent, lacksNumber },
  onLeave,
}: {
  readonly chosen: ReturnType<typeof useCallChoice>;
  readonly onLeave?: () => void;
}) {
  return (
    <>
      {lacksAgent && (
        <p className="note">
          A call needs an agent that talks.{' '}
          <Link to="/agents/$id" params={{ id: 'new' }} onClick={onLeave}>
            Make an agent
          </Link>
        </p>
      )}
      {lacksNumber && (
        <p className="note">
          A call comes from a number, and you have no active one.{' '}
          <Link to="/numbers" onClick={onLeave}>
            Get a number
          </Link>
        </p>
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import { agentsList, numbersList } from '../../api/lists.ts';
import type { Fields } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { agentChoices } from '../../format/label.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { useAddress } from '../../parts/address.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { FilterBar } from '../../parts/controls/filter-bar.tsx';
import { Select } from '../../parts/controls.tsx';
import { useHasDraft } from '../../parts/drafts.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Phone, StatusBadge } from '../../parts/values.tsx';
import { BuyNumber } from './buy-number.tsx';
import { passes, STATES } from './number-search.ts';

type Number = Schema<'ListedNumber'>;

/** Telephone numbers: which agent answers them, and how to get more. */
export default function NumbersPage() {
  const numbers = useQuery(numbersList);
  return (
    <Page title="Numbers">
      <QueryState query={numbers} what="numbers" lines={6} />
      {numbers.data?.length === 0 && (
        <Empty title="No numbers yet">
          <p>You need a number to place calls. Buy one below, or link one of your own account.</p>
        </Empty>
      )}
      {numbers.data && numbers.data.length > 0 && <NumberList numbers={numbers.data} />}
      <Section title="Buy a number">
        <BuyNumber />
      </Section>
      <Section title="Link a number of your own account">
        <LinkNumber />
      </Section>
    </Page>
  );
}

function NumberList({ numbers }: { readonly numbers: readonly Number[] }) {
  const [{ text, state, agent, ...others }, setSearch] = useAddress();
  const { data: agents = [] } = useQuery(agentsList);
  const rows = numbers.filter((number) => passes(number, { text, state, agent }));
  return (
    <>
      <FilterBar
        search={{ name: 'text', label: 'Search numbers and labels' }}
        filters={[
          { name: 'state', label: 'State', options: STATES },
          {
            name: 'agent',
            label: 'Answered by',
            options: [['nobody', 'nobody'], ...agentChoices(agents)],
          },
        ]}
        values={{ text, state, agent }}
        onChange={(changed) => setSearch({ ...others, ...changed })}
      />
      {rows.length === 0 && <Empty title="No numbers match these filters" />}
      {rows.length > 0 && (
        <Table
          label="Numbers"
          rows={rows}
          columns={{
            Number: ({ number }) => (
              <Link
                to="/calls"
                search={{ to_number: number }}
                className="row-link"
                title="Calls to this number"
              >
                <Phone number={number} />
              </Link>
            ),
            Label: (number) => <LabelOf number={number} />,
            State: ({ active }) => <StatusBadge status={active ? 'active' : 'cancelled'} />,
            'Answered by': (number) => <InboundAgent number={number} />,
            Held: ({ telephony_account_connection: own }) => (own ? 'your account' : 'platform'),
            Actions: (number) => <Actions number={number} />,
          }}
        />
      )}
    </>
  );
}

/** Changes a number in the list before the API has. */
function useUpdate(number: Number) {
  const { number: phone_number } = number;
  return useAct({
    act: (body: Pick<Schema<'NumberUpdateInput'>, 'label' | 'inbound_agent'>) =>
      api.post('/v1/numbers/update', { query: { phone_number }, body }),
    done: 'The number is saved.',
    changes: [['numbers']],
    ahead: {
      queryKey: numbersList.queryKey,
      change: (before, body) =>
        (before as readonly Number[]).map((one) => (one.id === number.id ? { ...one, ...body } : one)),
    },
  });
}

/** The label, which is saved when it is left. */
function LabelOf({ number }: { readonly number: Number }) {
  const { label } = number;
  const { mutate } = useUpdate(number);
  return (
    <input
      key={label}
      aria-label={`Label of ${number.number}`}
      defaultValue={label}
      maxLength={200}
      onBlur={({ target }) => target.value !== label && mutate({ label: target.value })}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

function InboundAgent({ number }: { readonly number: Number }) {
  const agents = useQuery(agentsList);
  const { mutate } = useUpdate(number);
  return (
    <Select
      aria-label={`Agent that answers ${number.number}`}
      none="nobody"
      options={agentChoices(agents.data ?? [])}
      value={number.inbound_agent ?? ''}
      disabled={!number.active}
      onChange={(agent) => mutate({ inbound_agent: agent || null })}
    />
  );
}

/** Gives an active number back, or deletes the record of a former one. */
function Actions({
  number: { id, number, active, telephony_account_connection: own },
}: {
  readonly number: Number;
}) {
  // Another button is another element: the focus of one that is gone goes to the table.
  return active ? (
    <ConfirmAct
      key="cancel"
      act={() => api.post('/v1/numbers/cancel', { query: { phone_number: number } })}
      done="The number is cancelled."
      changes={[['numbers']]}
      button="Cancel"
      title={`Cancel ${phoneNumber(number)}?`}
      confirm="Cancel the number"
      dismiss="Keep the number"
      danger
    >
      <p>
        {own
          ? 'Its calls no longer reach an agent. If you bought it here, it returns to the vendor.'
          : 'It returns to the vendor, which may sell it to somebody else. You may not get it back.'}
      </p>
    </ConfirmAct>
  ) : (
    <ConfirmAct
      key="delete"
      act={() => api.post('/v1/numbers/delete', { query: { id } })}
      done="The record of the number is deleted."
      changes={[['numbers']]}
      button="Delete the record"
      title={`Delete the record of ${phoneNumber(number)}?`}
      danger
    >
      <p>Its label and its row in this list are deleted. Its calls are kept.</p>
    </ConfirmAct>
  );
}

/** Links a number that the user holds at the vendor. */
function LinkNumber() {
  const hasDraft = useHasDraft('number');
  const link = useAct({
    act: (body: object) => api.request('POST', '/v1/numbers/link', { body }),
    done: 'The number is linked: the vendor sends its calls here.',
    changes: [['numbers']],
    showsFault: true,
  });
  return (
    <details open={hasDraft}>
      <summary>Show the form</summary>
      <RecordForm name="number" fields={LINK_FIELDS} submit="Link the number" act={link} />
    </details>
  );
}

const LINK_FIELDS: Fields = {
  phone_number: {
    label: 'Phone number',
    help: 'The telephone number, with its country code.',
    required: true,
  },
  telephony_account_connection: {
    kind: 'reference',
    label: 'Your account',
    help: 'At the vendor that holds the number. Add accounts under Connections.',
    required: true,
  },
  outbound_only: {
    kind: 'boolean',
    label: 'Outbound only',
    help: 'Calls to the number stay with your own setup at the vendor.',
  },
  inbound_agent: {
    kind: 'reference',
    label: 'Inbound agent',
    help: 'The agent that answers calls to the number.',
    empty: 'none',
  },
};

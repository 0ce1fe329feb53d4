import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { agentsList } from '../../api/lists.ts';
import { picked, same } from '../../form/changes.ts';
import { FieldsOf } from '../../form/control.tsx';
import { type Fields, objectOf, type Values } from '../../form/field.ts';
import { agentChoices } from '../../format/label.ts';
import { counted, money } from '../../format/numbers.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { useAddress } from '../../parts/address.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { Faults, SelectField } from '../../parts/controls.tsx';
import { Loading } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Phone } from '../../parts/values.tsx';
import { only } from '../../search.ts';

const FIELDS: Fields = {
  area_code: { label: 'Area code', help: 'Three digits of a US number; empty for any.' },
  contains: {
    label: 'Digits or letters',
    help: 'At least two, such as 777 or TEA; end with $ for the number’s end.',
  },
  telephony_account_connection: {
    kind: 'reference',
    label: 'Account',
    help: 'It pays for the number.',
    empty: 'the platform’s',
  },
};

/** Searches for US numbers, and buys one after the reader has read its price and who says so. The address has the search. */
export function BuyNumber() {
  const [search, setSearch] = useAddress();
  const asked = only(search, Object.keys(FIELDS));
  const [wanted, setWanted] = useState<Values>(asked);
  const found = useQuery({
    queryKey: ['number-search', asked],
    queryFn: () => api.get('/v1/numbers/search', { query: asked }),
    enabled: search.find !== undefined,
    // Each search asks the vendor twice.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = only(wanted, Object.keys(FIELDS));
    if (search.find && same(asked, entered)) void found.refetch();
    else setSearch({ ...picked(search, ['text', 'state', 'agent']), find: 'numbers', ...entered });
  };
  return (
    <>
      <form className="row-form" aria-label="Search for numbers" onSubmit={submit}>
        <FieldsOf
          fields={FIELDS}
          value={wanted}
          faultsAt={(path) => messagesAt(found.error, ...path)}
          onChange={(entered) => setWanted(objectOf(entered))}
        />
        <button type="submit" disabled={found.isFetching}>
          {found.isFetching ? 'Searching …' : 'Search'}
        </button>
      </form>
      <Faults faults={messagesElsewhere(found.error, Object.keys(FIELDS))} />
      {found.isLoading && <Loading what="numbers for sale" />}
      {found.data && (
        <Found
          key={JSON.stringify(asked)}
          found={found.data}
          account={asked.telephony_account_connection ?? ''}
        />
      )}
    </>
  );
}

/** The numbers that were found, each with a button that buys it. */
function Found({
  found: { items, monthly_price },
  account,
}: {
  readonly found: Schema<'NumberSearch'>;
  readonly account: string;
}) {
  const agents = useQuery(agentsList);
  const [agent, setAgent] = useState('default');
  const buy = useAct({
    act: (phone_number: string) =>
      api.post('/v1/numbers/buy', {
        body: {
          phone_number,
          telephony_account_connection: account || null,
          inbound_agent: agent || null,
        },
      }),
    done: ({ number }) => `You have the number ${phoneNumber(number)}.`,
    changes: [['numbers'], ['agents'], ['number-search']],
    showsFault: true,
  });
  if (items.length === 0)
    return <p role="status">No numbers available. Try another area code or fewer digits.</p>;
  const faults = messagesElsewhere(buy.error, []);
  const price = priceOf(monthly_price, account !== '');
  return (
    <>
      <p role="status">
        {counted(items.length, 'number')} for sale. {price}
      </p>
      <SelectField
        label="Agent for the new number"
        none="nobody"
        options={[['default', 'a new agent that asks how it can help'], ...agentChoices(agents.data ?? [])]}
        value={agent}
        onChange={setAgent}
      />
      <Faults faults={faults} />
      <Table
        label="Numbers for sale"
        rows={items}
        keyOf={({ phone_number: number }) => number}
        columns={{
          Number: ({ phone_number: number }) => <Phone number={number} />,
          Place: ({ locality, region, country }) => [locality, region, country].filter(Boolean).join(', '),
          Buy: ({ phone_number: number }) => (
            <Confirm
              button="Buy"
              name={`Buy ${number}`}
              title={`Buy ${phoneNumber(number)}?`}
              confirm="Buy the number"
              disabled={buy.isPending}
              onConfirm={() => buy.mutate(number)}
            >
              <p>{price}</p>
              <p>
                The vendor charges {account ? 'your own account' : 'the platform’s account'} each month until
                you cancel the number. Calls cost extra. Somebody else may buy it first; then nothing is
                bought.
              </p>
            </Confirm>
          ),
        }}
      />
    </>
  );
}

/** What a number costs a month, and who says so. `own`: whether the user's own account pays. */
function priceOf(price: Schema<'MonthlyPrice'> | null, own: boolean): ReactNode {
  if (price === null) return 'The price is unknown. Ask the vendor first.';
  const amount = <strong>{money(price.amount, price.currency)} a month</strong>;
  return price.source === 'telephony_vendor' ? (
    <>
      {amount}: the telephony vendor’s current price for {own ? 'your own account' : 'the platform’s account'}
      .
    </>
  ) : (
    <>About {amount}: an estimate from this service’s price table, since the vendor gave no price.</>
  );
}

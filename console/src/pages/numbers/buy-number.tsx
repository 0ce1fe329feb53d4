import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { agentsList, connectionsList, withoutMissing } from '../../api/lists.ts';
import { agentChoices } from '../../format/label.ts';
import { counted, money } from '../../format/numbers.ts';
import { phoneNumber } from '../../format/phone-number.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { Faults, InputField, SelectField } from '../../parts/controls.tsx';
import { Loading } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Phone } from '../../parts/values.tsx';

/** The search. An empty text doesn't filter. */
interface Wanted {
  readonly area_code: string;
  readonly contains: string;
  readonly telephony_account_connection: string;
}

const ANY: Wanted = { area_code: '', contains: '', telephony_account_connection: '' };

/** Searches for US numbers, and buys one after the reader has read its price and who says so. The address has the search. */
export function BuyNumber() {
  const { find, text, state, agent, ...given } = useSearch({ from: '/frame/numbers' });
  const navigate = useNavigate({ from: '/numbers' });
  const asked = find === undefined ? undefined : { ...ANY, ...given };
  const [wanted, setWanted] = useState<Wanted>({ ...ANY, ...given });
  const search = useQuery({
    queryKey: ['number-search', asked],
    queryFn: () => api.get('/v1/numbers/search', { query: withoutMissing({ ...asked }) }),
    enabled: asked !== undefined,
    // Each search asks the vendor twice.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked && JSON.stringify(asked) === JSON.stringify(wanted)) void search.refetch();
    else
      void navigate({
        search: withoutMissing({ text, state, agent, find: 'numbers', ...wanted }),
        replace: true,
        resetScroll: false,
      });
  };
  const elsewhere = messagesElsewhere(search.error, Object.keys(ANY));
  return (
    <>
      <form className="row-form" aria-label="Search for numbers" onSubmit={submit}>
        <TextFields wanted={wanted} onChange={setWanted} error={search.error} />
        <AccountField
          value={wanted.telephony_account_connection}
          faults={messagesAt(search.error, 'telephony_account_connection')}
          onChange={(telephony_account_connection) => setWanted({ ...wanted, telephony_account_connection })}
        />
        <button type="submit" disabled={search.isFetching}>
          {search.isFetching ? 'Searching …' : 'Search'}
        </button>
      </form>
      <Faults faults={elsewhere} />
      {search.isLoading && <Loading what="numbers for sale" />}
      {search.data && asked && (
        <Found found={search.data} account={asked.telephony_account_connection} key={JSON.stringify(asked)} />
      )}
    </>
  );
}

function TextFields({
  wanted,
  onChange,
  error,
}: {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Wanted) => void;
  readonly error: unknown;
}) {
  return (
    <>
      <InputField
        label="Area code"
        help="Three digits of a US number; empty for any."
        faults={messagesAt(error, 'area_code')}
        inputMode="numeric"
        maxLength={3}
        value={wanted.area_code}
        onChange={(text) => onChange({ ...wanted, area_code: text.trim() })}
      />
      <InputField
        label="Digits or letters"
        help="At least two, such as 777 or TEA; end with $ for the number’s end."
        faults={messagesAt(error, 'contains')}
        maxLength={16}
        value={wanted.contains}
        onChange={(text) => onChange({ ...wanted, contains: text.trim() })}
      />
    </>
  );
}

function AccountField({
  value,
  faults,
  onChange,
}: {
  readonly value: string;
  readonly faults: readonly string[];
  readonly onChange: (id: string) => void;
}) {
  const connections = useQuery(connectionsList);
  return (
    <SelectField
      label="Account"
      help="It pays for the number."
      faults={faults}
      none="the platform’s"
      options={(connections.data ?? [])
        .filter(({ type }) => type === 'account_connection_telephony')
        .map(({ id }) => [id, `yours: ${id.slice(-8)}`])}
      value={value}
      onChange={onChange}
    />
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
  const price = <PriceOf price={monthly_price} own={account !== ''} />;
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

/** What a number costs a month, and who says so. */
function PriceOf({
  price,
  own,
}: {
  readonly price: Schema<'MonthlyPrice'> | null;
  /** Whether the user's own account pays. */
  readonly own: boolean;
}) {
  if (price === null) return <>The price is unknown. Ask the vendor first.</>;
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

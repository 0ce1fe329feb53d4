import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { messagesAt } from '../../api/fault.ts';
import { agentsList } from '../../api/lists.ts';
import { fromLocalInput, toLocalInput } from '../../format/date-time.ts';
import { Field } from '../../parts/field.tsx';
import { words } from '../../parts/status-badge.tsx';
import { type CallSearch, DIRECTIONS, OUTCOMES, STATUSES } from './filters.ts';

/** The API's names of the filters that it may refuse. */
export const REFUSABLE = ['agent', 'from_number', 'to_number', 'created_after', 'created_before'];

/** Narrows the calls. Choices count at once, texts when the reader leaves them. */
export function FilterForm({
  search,
  error,
  onSearch,
}: {
  readonly search: CallSearch;
  /** Why the calls could not be read: what the API said of a filter stands at its field. */
  readonly error: unknown;
  readonly onSearch: (search: CallSearch) => void;
}) {
  const agents = useQuery(agentsList);
  const set = (name: keyof CallSearch, value: string | undefined) => {
    const { [name]: _, ...others } = search;
    onSearch(value ? { ...others, [name]: value } : others);
  };
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <search>
      <form className="filters" onSubmit={submit} aria-label="Filters">
        <Choice
          label="Status"
          value={search.status}
          options={STATUSES}
          onChoice={(value) => set('status', value)}
        />
        <Choice
          label="Agent"
          value={search.agent}
          options={(agents.data ?? []).map(({ id }) => id)}
          names={new Map((agents.data ?? []).map(({ id, name }) => [id, name ?? id]))}
          faults={messagesAt(error, 'agent')}
          onChoice={(value) => set('agent', value)}
        />
        <Choice
          label="Direction"
          value={search.direction}
          options={DIRECTIONS}
          onChoice={(value) => set('direction', value)}
        />
        <Choice
          label="Outcome"
          value={search.outcome}
          options={OUTCOMES}
          onChoice={(value) => set('outcome', value)}
        />
        <Text
          label="From number"
          value={search.from_number}
          faults={messagesAt(error, 'from_number')}
          onText={(value) => set('from_number', value)}
          type="tel"
        />
        <Text
          label="To number"
          value={search.to_number}
          faults={messagesAt(error, 'to_number')}
          onText={(value) => set('to_number', value)}
          type="tel"
        />
        <Moment
          label="Created after"
          value={search.after}
          faults={messagesAt(error, 'created_after')}
          onMoment={(value) => set('after', value)}
        />
        <Moment
          label="Created before"
          value={search.before}
          faults={messagesAt(error, 'created_before')}
          onMoment={(value) => set('before', value)}
        />
        <Text
          label="Transcript has"
          value={search.text}
          onText={(value) => set('text', value)}
          type="search"
        />
        {Object.keys(search).length > 0 && (
          <button type="button" className="quiet" onClick={() => onSearch({})}>
            Clear all filters
          </button>
        )}
      </form>
    </search>
  );
}

function Choice({
  label,
  value,
  options,
  names,
  faults = [],
  onChoice,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly names?: ReadonlyMap<string, string>;
  readonly faults?: readonly string[];
  readonly onChoice: (value: string) => void;
}) {
  const all = value && !options.includes(value) ? [...options, value] : options;
  return (
    <Field label={label} faults={faults}>
      {(control) => (
        <select {...control} value={value ?? ''} onChange={({ target }) => onChoice(target.value)}>
          <option value="">any</option>
          {all.map((option) => (
            <option key={option} value={option}>
              {names?.get(option) ?? words(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Text({
  label,
  value,
  type,
  faults = [],
  onText,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly type: 'tel' | 'search';
  readonly faults?: readonly string[];
  readonly onText: (text: string) => void;
}) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const tell = () => text.trim() === (value ?? '') || onText(text.trim());
  return (
    <Field label={label} faults={faults}>
      {(control) => (
        <input
          {...control}
          type={type}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={tell}
          onKeyDown={({ key }) => key === 'Enter' && tell()}
        />
      )}
    </Field>
  );
}

function Moment({
  label,
  value,
  faults,
  onMoment,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly faults: readonly string[];
  readonly onMoment: (iso: string | undefined) => void;
}) {
  return (
    <Field label={label} faults={faults}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          value={toLocalInput(value)}
          onChange={({ target }) => onMoment(fromLocalInput(target.value))}
        />
      )}
    </Field>
  );
}

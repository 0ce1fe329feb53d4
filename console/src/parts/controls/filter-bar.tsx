import { Button, IconButton, type Options, Select } from '../controls.tsx';
import './filter-bar.css';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { focusFirst } from '../../focus.ts';
import { fromLocalInput, toLocalInput } from '../../format/date-time.ts';
import { MenuButton } from './menu-button.tsx';
import { SearchField } from './search-field.tsx';

/** A filter of a list. Its value stands in the address under its name. */
export interface Filter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** What can be chosen: values with their words. @default the value is typed */
  readonly options?: Options;
  readonly type?: 'tel' | 'datetime-local';
  /** What the API says against the value. */
  readonly faults?: readonly string[];
}

/** One field to search with, and the filters that are set, each as a chip; more come from a menu. */
export function FilterBar<Name extends string>({
  search,
  filters,
  values,
  onChange,
  children,
}: {
  readonly search?: { readonly name: Name; readonly label: string };
  readonly filters: readonly Filter<Name>[];
  readonly values: { readonly [Each in Name]?: string | undefined };
  readonly onChange: (values: { readonly [Each in Name]?: string }) => void;
  /** What else can be done with the list. */
  readonly children?: ReactNode;
}) {
  const [added, setAdded] = useState<readonly Name[]>([]);
  const bar = useRef<HTMLElement>(null);
  const set = (name: Name, value: string | undefined) => {
    const { [name]: _, ...others } = { ...values };
    onChange({ ...others, ...(value && { [name]: value }) } as { readonly [Each in Name]?: string });
  };
  const shown = filters.filter(({ name }) => values[name] !== undefined || added.includes(name));
  const remove = (name: Name) => {
    setAdded(added.filter((one) => one !== name));
    if (values[name] !== undefined) set(name, undefined);
    bar.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  };
  const faults = shown.flatMap(({ name, faults: own = [] }) => own.map((fault) => [name, fault] as const));
  return (
    <search className="filter-bar row" ref={bar}>
      {search && (
        <SearchField
          label={search.label}
          value={values[search.name] ?? ''}
          onChange={(text) => set(search.name, text)}
        />
      )}
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          isNew={added.includes(filter.name) && values[filter.name] === undefined}
          onValue={(value) => set(filter.name, value)}
          onRemove={() => remove(filter.name)}
        />
      ))}
      <MenuButton
        label="Add filter"
        className="quiet"
        icon={ListFilter}
        items={filters
          .filter((one) => !shown.includes(one))
          .map(({ name, label }) => ({
            label,
            onAction: () => setAdded((before) => [...before, name]),
          }))}
      >
        Add filter
      </MenuButton>
      {shown.length > 0 && (
        <Button
          className="quiet"
          onClick={() => {
            setAdded([]);
            onChange({});
          }}
        >
          Clear all filters
        </Button>
      )}
      {children}
      {faults.map(([name, fault]) => (
        <p key={`${name} ${fault}`} className="fault" role="alert">
          {fault}
        </p>
      ))}
    </search>
  );
}

function Chip<Name extends string>({
  filter: { label, options, type, faults = [] },
  value = '',
  isNew,
  onValue,
  onRemove,
}: {
  readonly filter: Filter<Name>;
  readonly value: string | undefined;
  /** Whether it was just added: it takes the focus. */
  readonly isNew: boolean;
  readonly onValue: (value: string | undefined) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const control = {
    id,
    'aria-invalid': faults.length > 0 || undefined,
    ref: isNew ? focusFirst : undefined,
  };
  return (
    <span className="chip filter">
      <label htmlFor={id}>{label}</label>
      {options ? (
        <Select {...control} none="any" options={options} value={value} onChange={onValue} />
      ) : type === 'datetime-local' ? (
        <input
          {...control}
          type={type}
          value={toLocalInput(value)}
          onChange={({ target }) => onValue(fromLocalInput(target.value))}
        />
      ) : (
        // Another value, such as by going back, is another field.
        <input
          {...control}
          key={value}
          type={type ?? 'text'}
          defaultValue={value}
          onBlur={({ target }) => target.value.trim() !== value && onValue(target.value.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      )}
      <IconButton icon={X} size={14} label={`Remove the filter ${label}`} onClick={onRemove} />
    </span>
  );
}

import { Button, IconButton, type Options, Select } from '../controls.tsx';
import './filter-bar.css';
import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { withoutMissing } from '../../api/lists.ts';
import { focusFirst } from '../../focus.ts';
import type { Time } from '../../format/time-range.ts';
import { MenuButton } from './menu-button.tsx';
import { SearchField } from './search-field.tsx';
import { TimeRange } from './time-range.tsx';

/** A filter of a list. Its value stands in the address under its name; a time also as `after` and `before`. */
export interface Filter<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** What can be chosen: values with their words. @default the value is typed */
  readonly options?: Options;
  readonly type?: 'tel' | 'time';
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
  const set = (own: object) => onChange(withoutMissing({ ...values, ...own }));
  const isSet = (filter: Filter<Name>) =>
    namesOf(filter).some((name) => Reflect.get(values, name) !== undefined);
  const shown = filters.filter((filter) => isSet(filter) || added.includes(filter.name));
  const remove = (filter: Filter<Name>) => {
    setAdded(added.filter((one) => one !== filter.name));
    if (isSet(filter)) set(Object.fromEntries(namesOf(filter).map((name) => [name, undefined])));
    bar.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  };
  const faults = shown.flatMap(({ name, faults: own = [] }) => own.map((fault) => [name, fault] as const));
  return (
    <search className="filter-bar row" ref={bar}>
      {search && (
        <SearchField
          label={search.label}
          value={values[search.name] ?? ''}
          onChange={(text) => set({ [search.name]: text })}
        />
      )}
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          values={values}
          isNew={added.includes(filter.name) && !isSet(filter)}
          onChange={set}
          onRemove={() => remove(filter)}
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

/** What a filter has in the address. */
const namesOf = ({ name, type }: Pick<Filter<string>, 'name' | 'type'>): readonly string[] =>
  type === 'time' ? [name, 'after', 'before'] : [name];

function Chip<Name extends string>({
  filter: { name, label, options, type, faults = [] },
  values,
  isNew,
  onChange,
  onRemove,
}: {
  readonly filter: Filter<Name>;
  readonly values: Time & { readonly [Each in Name]?: string | undefined };
  /** Whether it was just added: it takes the focus. */
  readonly isNew: boolean;
  /** Gets what stands in the address then. */
  readonly onChange: (own: object) => void;
  readonly onRemove: () => void;
}) {
  const id = useId();
  const value = values[name] ?? '';
  const put = (next: string) => onChange({ [name]: next });
  const control = {
    id,
    'aria-invalid': faults.length > 0 || undefined,
    ref: isNew ? focusFirst : undefined,
  };
  return (
    <span className="chip filter">
      <label htmlFor={id}>{label}</label>
      {options ? (
        <Select {...control} none="any" options={options} value={value} onChange={put} />
      ) : type === 'time' ? (
        <TimeRange control={control} none="any" time={values} onChange={onChange} />
      ) : (
        // Another value, such as by going back, is another field.
        <input
          {...control}
          key={value}
          type={type ?? 'text'}
          defaultValue={value}
          onBlur={({ target }) => target.value.trim() !== value && put(target.value.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      )}
      <IconButton icon={X} size={14} label={`Remove the filter ${label}`} onClick={onRemove} />
    </span>
  );
}

import { type ReactNode, useState } from 'react';
import { Faults } from '../parts/controls/faults.tsx';
import type { ControlOf } from './control-of.ts';
import type { FormField } from './fields.ts';
import { HelpLine, isInner, moreOn } from './text-of-field.tsx';

/** Draws the control of one field. It is passed in, since lists contain fields and fields can be lists. */
type Draw = (control: ControlOf) => ReactNode;

/** A list whose items are entered one by one. */
export function ListControl({ draw, ...control }: ControlOf & { readonly draw: Draw }) {
  const { field, value, onChange, path, faultsAt } = control;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = field.item;
  if (!item) return null;
  const put = (next: readonly unknown[]) => onChange(next.length === 0 && field.nullable ? null : next);
  const name = field.itemName ?? field.label.replace(/s$/, '');
  const isFull = items.length >= (field.most ?? Number.POSITIVE_INFINITY);
  return (
    <Several control={control} isShownInner={item.kind === 'group'}>
      {items.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no id.
        <div key={at} className="item">
          {draw({
            field: { ...item, label: `${name} ${at + 1}`, more: '' },
            value: one,
            path: [...path, String(at)],
            faultsAt,
            onChange: (changed) => put(items.map((before, place) => (place === at ? changed : before))),
          })}
          <button type="button" onClick={() => put(items.filter((_, place) => place !== at))}>
            Remove {name.toLowerCase()} {at + 1}
          </button>
        </div>
      ))}
      <button type="button" disabled={isFull} onClick={() => put([...items, emptyOf(item)])}>
        Add {name.toLowerCase()}
      </button>
      {isFull && <span className="help"> Up to {field.most}</span>}
    </Several>
  );
}

const emptyOf = ({ kind }: FormField) => (kind === 'group' ? {} : '');

/** Names with a value each. What has no name yet is not told. */
export function MapControl({ draw, ...control }: ControlOf & { readonly draw: Draw }) {
  const { field, value, onChange, path, faultsAt } = control;
  const [rows, setRows] = useState<readonly (readonly [string, unknown])[]>(() =>
    Object.entries(typeof value === 'object' && value !== null ? value : {}),
  );
  const { item, itemName: name = 'Entry' } = field;
  if (!item) return null;
  const put = (next: readonly (readonly [string, unknown])[]) => {
    setRows(next);
    const named = next.filter(([key]) => key !== '');
    onChange(named.length === 0 && field.nullable ? null : Object.fromEntries(named));
  };
  const change = (at: number, row: readonly [string, unknown]) =>
    put(rows.map((before, place) => (place === at ? row : before)));
  return (
    <Several control={control} isShownInner={false}>
      {rows.map(([key, one], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed.
        <div key={at} className="item pair">
          {draw({
            field: {
              name: 'name',
              label: `${name} ${at + 1}`,
              help: '',
              kind: 'text',
              required: true,
              nullable: false,
            },
            value: key,
            path: [...path, key],
            faultsAt: () => [],
            onChange: (typed) => change(at, [String(typed ?? ''), one]),
          })}
          {draw({
            field: { ...item, label: `${item.label} of ${name.toLowerCase()} ${at + 1}` },
            value: one,
            path: [...path, key],
            faultsAt,
            onChange: (changed) => change(at, [key, changed]),
          })}
          <button type="button" onClick={() => put(rows.filter((_, place) => place !== at))}>
            Remove {name.toLowerCase()} {at + 1}
          </button>
        </div>
      ))}
      <button
        type="button"
        disabled={rows.length >= (field.most ?? Number.POSITIVE_INFINITY)}
        onClick={() => put([...rows, ['', item.kind === 'number' ? 1 : '']])}
      >
        Add {name.toLowerCase()}
      </button>
    </Several>
  );
}

/** Several controls under one name, with its help, and the faults that none of them shows. */
function Several({
  control: { field, path, faultsAt },
  isShownInner,
  children,
}: {
  readonly control: ControlOf;
  /** Whether the controls within show the faults that are about them. */
  readonly isShownInner: boolean;
  readonly children: ReactNode;
}) {
  return (
    <fieldset>
      <legend>
        {field.label} {moreOn(field)}
      </legend>
      <HelpLine field={field} />
      {children}
      <Faults faults={faultsAt(path).filter((text) => !isShownInner || !isInner(text))} />
    </fieldset>
  );
}

import { Select } from '../../../parts/controls.tsx';
import { Table } from '../../../parts/table.tsx';
import { Untrusted } from '../../../parts/values.tsx';
import type { Sheet } from './read-csv.ts';
import type { Use } from './recipients.ts';

/** Values of a column that its row shows. */
const SHOWN = 3;

/** The columns of the file with their first values, and what each is used for. */
export function Columns({
  sheet: { columns, rows },
  uses,
  names,
  onUse,
}: {
  readonly sheet: Sheet;
  readonly uses: readonly Use[];
  /** The names that the agent asks of a call's context. */
  readonly names: readonly string[];
  readonly onUse: (at: number, use: Use) => void;
}) {
  return (
    <Table
      label="Columns of the file"
      rows={columns}
      keyOf={(_, at) => at}
      columns={{
        Column: (column) => <Untrusted text={column} shown={60} />,
        'First values': (_, at) => (
          <span className="faint">
            <Untrusted
              text={rows
                .slice(0, SHOWN)
                .map(({ cells }) => (cells[at] ?? '').slice(0, 60))
                .join(' · ')}
            />
          </span>
        ),
        'Used as': (column, at) => (
          <UseChoice column={column} use={uses[at]} names={names} onUse={(use) => onUse(at, use)} />
        ),
      }}
    />
  );
}

function UseChoice({
  column,
  use,
  names,
  onUse,
}: {
  readonly column: string;
  readonly use: Use;
  readonly names: readonly string[];
  readonly onUse: (use: Use) => void;
}) {
  const all = names.includes(column) ? names : [...names, column];
  return (
    <Select
      aria-label={`Use of ${column}`}
      none="not used"
      options={[['#', 'number to call'], ...all.map((name) => [`=${name}`, `value of ${name}`] as const)]}
      value={use === undefined ? '' : use.kind === 'number' ? '#' : `=${use.name}`}
      onChange={(value) => {
        if (value === '#') onUse({ kind: 'number' });
        else onUse(value === '' ? undefined : { kind: 'value', name: value.slice(1) });
      }}
    />
  );
}

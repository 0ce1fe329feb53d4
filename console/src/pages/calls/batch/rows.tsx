import './batch.css';
import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { openapi } from '../../../api/document.ts';
import { Button, Select } from '../../../parts/controls.tsx';
import { FaultNote, QueryState } from '../../../parts/query-state.tsx';
import { Table } from '../../../parts/table.tsx';
import type { useVariables } from '../../../parts/use-variables.ts';
import { Untrusted } from '../../../parts/values.tsx';
import { BadRows } from './bad-rows.tsx';
import { MOST_BYTES, readSheet, type Sheet } from './read-csv.ts';
import { guessedUses, numberTest, type Recipient, recipientsOf, type Use } from './recipients.ts';
import type { Run } from './send-batch.ts';

/** Rows of a file as they are prepared and sent. */
export interface Rows {
  readonly file?: { readonly name: string; readonly sheet: Sheet };
  /** What the reader chose for columns, by their place; the others are guessed. */
  readonly uses: Readonly<Record<number, Use>>;
  /** What is being sent, once it is. */
  readonly run?: Run;
}

/** Chooses a file, and what its columns are used for. The children get the rows that can be called. */
export function ChooseRows({
  rows: { file, uses },
  onFile,
  ...props
}: {
  readonly rows: Rows;
  /** What the agent asks of a call's context. */
  readonly asked: ReturnType<typeof useVariables>;
  readonly onFile: (file: NonNullable<Rows['file']>) => void;
  readonly onUses: (uses: Rows['uses']) => void;
  readonly children: (recipients: readonly Recipient[]) => ReactNode;
}) {
  const document = useQuery(openapi);
  const pattern = document.data?.components.schemas.PhoneNumberInput?.pattern;
  const isNumber = useMemo(() => numberTest(pattern), [pattern]);
  if (!document.data) return <QueryState query={document} what="the form" />;
  return (
    <>
      <ChooseFile name={file?.name} isNumber={isNumber} onFile={onFile} />
      {file && <Prepared {...props} sheet={file.sheet} own={uses} isNumber={isNumber} />}
    </>
  );
}

function Prepared({
  sheet,
  own,
  asked,
  isNumber,
  onUses,
  children,
}: Pick<Parameters<typeof ChooseRows>[0], 'asked' | 'onUses' | 'children'> & {
  readonly sheet: Sheet;
  readonly own: Rows['uses'];
  readonly isNumber: (text: string) => boolean;
}) {
  const { variables } = asked;
  const names = variables.map(({ name }) => name);
  const guessed = guessedUses(sheet, names, isNumber);
  const uses = guessed.map((use, at) => (at in own ? own[at] : use));
  const needed = variables.filter((one) => one.needed).map(({ name }) => name);
  const hasNumbers = uses.some((use) => use?.kind === 'number');
  const { recipients, bad } = recipientsOf(sheet, uses, { isNumber, needed });
  const missing = names.filter((name) => !uses.some((use) => use?.kind === 'value' && use.name === name));
  return (
    <>
      <Columns sheet={sheet} uses={uses} names={names} onUse={(at, use) => onUses(usesWith(uses, at, use))} />
      {!hasNumbers && (
        <p className="fault" role="alert">
          No column has phone numbers with a country code. Choose the number column above.
        </p>
      )}
      {missing.length > 0 && (
        <p className="note">
          No column gives <bdi>{missing.join(', ')}</bdi>: the agent’s words have nothing in these places.
        </p>
      )}
      {asked.error && <FaultNote error={asked.error} onRetry={asked.retry} />}
      {hasNumbers && <BadRows rows={bad} />}
      <div className="actions">{children(asked.isPending || asked.error ? [] : recipients)}</div>
    </>
  );
}

/** The uses with another one for a column. Only one column has the numbers, and only one each value. */
function usesWith(uses: readonly Use[], chosenAt: number, chosen: Use): Rows['uses'] {
  const isSame = (use: Use) => use !== undefined && choiceOf(use) === choiceOf(chosen);
  return Object.fromEntries(
    uses.map((use, at) => [at, at === chosenAt ? chosen : isSame(use) ? undefined : use]),
  );
}

/** Values of a column that its row shows. */
const SHOWN = 3;

/** The columns of the file with their first values, and what each is used for. */
function Columns({
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
          <Select
            aria-label={`Use of ${column}`}
            none="not used"
            options={[
              ['#', 'number to call'],
              ...[...new Set([...names, column])].map((name) => [`=${name}`, `value of ${name}`] as const),
            ]}
            value={choiceOf(uses[at])}
            onChange={(value) => onUse(at, usedAs(value))}
          />
        ),
      }}
    />
  );
}

/** A use as the value of a choice. */
const choiceOf = (use: Use) => (use === undefined ? '' : use.kind === 'number' ? '#' : `=${use.name}`);

function usedAs(value: string): Use {
  if (value === '#') return { kind: 'number' };
  return value === '' ? undefined : { kind: 'value', name: value.slice(1) };
}

/** Chooses the file, by a press or by dropping it here; or takes pasted rows. */
function ChooseFile({
  name,
  isNumber,
  onFile,
}: {
  /** The name of the file that is chosen. */
  readonly name: string | undefined;
  readonly isNumber: (text: string) => boolean;
  readonly onFile: (file: { readonly name: string; readonly sheet: Sheet }) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const [pasted, setPasted] = useState('');
  const latest = useRef<Blob>(undefined);
  const read = async (file: Blob | undefined, fileName: string) => {
    if (!file) return;
    latest.current = file;
    setFault(undefined);
    if (file.size > MOST_BYTES) return setFault('The file is larger than 20 MB. Split it.');
    try {
      const sheet = await readSheet(file, isNumber);
      // Another file was chosen meanwhile.
      if (latest.current !== file) return;
      if (sheet.rows.length === 0) setFault('The file has no rows.');
      else onFile({ name: fileName, sheet });
    } catch {
      if (latest.current === file) setFault('The file could not be read.');
    }
  };
  const readFile = (file: File | undefined) => read(file, file?.name ?? '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be dropped here can be chosen with the button, too.
    <div
      className="choose-file row"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className="hidden"
        tabIndex={-1}
        aria-label="CSV file"
        onChange={({ target }) => {
          void readFile(target.files?.[0]);
          // The same file may have been changed since.
          target.value = '';
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        {name === undefined ? 'Choose a CSV' : 'Choose another CSV'}
      </Button>
      {name === undefined ? (
        <span className="help">
          One row per number, with its country code. Other columns can fill in the agent’s placeholders.
        </span>
      ) : (
        <bdi>{name}</bdi>
      )}
      <details>
        <summary>Paste rows instead</summary>
        <textarea
          aria-label="Rows"
          rows={4}
          placeholder="+1 555 123 0001"
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <Button disabled={pasted.trim() === ''} onClick={() => void read(new Blob([pasted]), 'Pasted rows')}>
          Use these rows
        </Button>
      </details>
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

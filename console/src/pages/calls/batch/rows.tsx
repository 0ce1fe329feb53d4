import './batch.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { openapi } from '../../../api/document.ts';
import { FaultNote, QueryState } from '../../../parts/query-state.tsx';
import type { useVariables } from '../../../parts/use-variables.ts';
import { BadRows } from './bad-rows.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Columns } from './columns.tsx';
import type { Sheet } from './read-csv.ts';
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
  const isSame = (use: Use) =>
    chosen !== undefined &&
    use?.kind === chosen.kind &&
    (chosen.kind === 'number' || nameOf(use) === chosen.name);
  return Object.fromEntries(
    uses.map((use, at) => [at, at === chosenAt ? chosen : isSame(use) ? undefined : use]),
  );
}

const nameOf = (use: Use) => (use?.kind === 'value' ? use.name : undefined);

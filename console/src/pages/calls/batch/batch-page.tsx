import { RestoredNote } from '../../../parts/empty.tsx';
import { QueryState } from '../../../parts/query-state.tsx';
import './batch.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openapi } from '../../../api/document.ts';
import { counted } from '../../../format/numbers.ts';
import { Confirm } from '../../../parts/controls/confirm.tsx';
import { useDraft, useRestoredDraft } from '../../../parts/drafts.ts';
import { FaultNote } from '../../../parts/fault-note.tsx';
import { Page, Section } from '../../../parts/page.tsx';
import { useUnsaved } from '../../../parts/unsaved.ts';
import { useVariables } from '../../../parts/use-variables.ts';
import { type CallChoice, CallFields, IfCanCall, useCallChoice } from '../call-fields.tsx';
import { BadRows } from './bad-rows.tsx';
import { ChooseFile } from './choose-file.tsx';
import { Columns } from './columns.tsx';
import type { Sheet } from './read-csv.ts';
import { guessedUses, numberTest, recipientsOf, requestsOf, type Use } from './recipients.ts';
import type { Common, Run } from './send-batch.ts';
import { Sending } from './sending.tsx';

/** A batch as it is prepared and sent. */
interface Batch {
  readonly choice: CallChoice;
  readonly file?: { readonly name: string; readonly sheet: Sheet };
  /** What the reader chose for columns, by their place; the others are guessed. */
  readonly uses: Readonly<Record<number, Use>>;
  /** What is being sent, once it is. */
  readonly run?: Run;
}

const NEW: Batch = { choice: { agent: '', version: '', from: undefined }, uses: {} };

/** Calls everybody in a file. */
export default function BatchPage() {
  const document = useQuery(openapi);
  return (
    <Page title="Place calls from a CSV">
      <QueryState query={document} what="the form" />
      {document.data && <Form pattern={document.data.components.schemas.PhoneNumberInput?.pattern} />}
    </Page>
  );
}

function Form({ pattern }: { readonly pattern: string | undefined }) {
  const [isNumber] = useState(() => numberTest(pattern));
  const kept = useRestoredDraft('batch') as { readonly batch?: Batch } | undefined;
  const [batch, setBatch] = useState(kept?.batch ?? NEW);
  const { choice, file, run } = batch;
  const chosen = useCallChoice(choice);
  const isDone = run !== undefined && run.answered.length === run.requests.length;
  const isEntered = file !== undefined && !isDone;
  // What is here again after a new sign-in goes on when the reader says so.
  const [startsNow, setStartsNow] = useState(false);
  useUnsaved(isEntered, run ? 'The remaining calls won’t be placed.' : undefined);
  useDraft('batch', isEntered ? { batch } : undefined);
  if (run)
    return (
      <Sending
        run={run}
        startsNow={startsNow}
        onRun={(change) => setBatch((now) => (now.run ? { ...now, run: change(now.run) } : now))}
        onAnother={() => setBatch({ ...NEW, choice })}
      />
    );
  return (
    <IfCanCall chosen={chosen}>
      {kept && <RestoredNote />}
      <Section title="Who calls">
        <div className="batch-choice">
          <CallFields
            choice={choice}
            chosen={chosen}
            error={undefined}
            onChange={(next) => setBatch(withChoice(batch, next))}
          />
        </div>
      </Section>
      <Section title="Whom to call">
        <ChooseFile
          name={file?.name}
          isNumber={isNumber}
          // It was read meanwhile: the batch may be another one, and one that runs must stay.
          onFile={(next) => setBatch((now) => (now.run ? now : { ...now, file: next, uses: {} }))}
        />
        {file && (
          <Prepared
            batch={batch}
            file={file}
            chosen={chosen}
            isNumber={isNumber}
            onBatch={setBatch}
            onBegin={(next) => {
              setStartsNow(true);
              setBatch({ ...batch, run: next });
            }}
          />
        )}
      </Section>
    </IfCanCall>
  );
}

function Prepared({
  batch,
  file: { sheet },
  chosen,
  isNumber,
  onBatch,
  onBegin,
}: {
  readonly batch: Batch;
  readonly file: NonNullable<Batch['file']>;
  readonly chosen: ReturnType<typeof useCallChoice>;
  readonly isNumber: (text: string) => boolean;
  readonly onBatch: (batch: Batch) => void;
  readonly onBegin: (run: Run) => void;
}) {
  const { choice, uses: own } = batch;
  const asked = useVariables(chosen.agent, choice.version || undefined);
  const { variables } = asked;
  const names = variables.map(({ name }) => name);
  const guessed = guessedUses(sheet, names, isNumber);
  const uses = guessed.map((use, at) => (at in own ? own[at] : use));
  const needed = variables.filter((one) => one.needed).map(({ name }) => name);
  const hasNumbers = uses.some((use) => use?.kind === 'number');
  const { recipients, bad } = recipientsOf(sheet, uses, { isNumber, needed });
  const missing = names.filter((name) => !uses.some((use) => use?.kind === 'value' && use.name === name));
  const isReady = chosen.agent && chosen.from && hasNumbers && !asked.isPending && !asked.error;
  const begin = () => {
    const common: Common = {
      agent: chosen.agent?.id ?? '',
      from_number: chosen.from,
      ...(choice.version && { agent_version: Number(choice.version) }),
    };
    const requests = requestsOf(recipients, () => crypto.randomUUID());
    onBegin({ common, requests, answered: [] });
  };
  return (
    <>
      <Columns
        sheet={sheet}
        uses={uses}
        names={names}
        onUse={(at, use) => onBatch({ ...batch, uses: usesWith(uses, at, use) })}
      />
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
      <div className="actions">
        <Confirm
          button={`Place ${counted(recipients.length, 'call')}`}
          title={`Call ${counted(recipients.length, 'number')} now?`}
          confirm="Place the calls"
          disabled={!isReady || recipients.length === 0}
          onConfirm={begin}
        >
          <p>
            The agent calls each number once, as fast as its telephony account dials. Calls that are not
            dialed yet can be cancelled.
          </p>
        </Confirm>
      </div>
    </>
  );
}

/** The batch with another choice of who calls. Another agent or version asks for other values. */
function withChoice(batch: Batch, choice: CallChoice): Batch {
  const asksTheSame = choice.agent === batch.choice.agent && choice.version === batch.choice.version;
  return { ...batch, choice, uses: asksTheSame ? batch.uses : {} };
}

/** The uses with another one for a column. Only one column has the numbers, and only one each value. */
function usesWith(uses: readonly Use[], chosenAt: number, chosen: Use): Batch['uses'] {
  const isSame = (use: Use) =>
    chosen !== undefined &&
    use?.kind === chosen.kind &&
    (chosen.kind === 'number' || nameOf(use) === chosen.name);
  return Object.fromEntries(
    uses.map((use, at) => [at, at === chosenAt ? chosen : isSame(use) ? undefined : use]),
  );
}

const nameOf = (use: Use) => (use?.kind === 'value' ? use.name : undefined);

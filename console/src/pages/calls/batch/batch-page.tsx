import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { counted } from '../../../format/numbers.ts';
import { Confirm } from '../../../parts/controls/confirm.tsx';
import { useDraft, useRestoredDraft } from '../../../parts/drafts.ts';
import { Page, Section } from '../../../parts/page.tsx';
import { RestoredNote } from '../../../parts/query-state.tsx';
import { useUnsaved } from '../../../parts/unsaved.ts';
import { useVariables } from '../../../parts/use-variables.ts';
import { type CallChoice, CallFields, IfCanCall, useCallChoice } from '../call-fields.tsx';
import { requestsOf } from './recipients.ts';
import { ChooseRows, type Rows } from './rows.tsx';
import { type Common, sendRequest } from './send-batch.ts';
import { Sending } from './sending.tsx';

/** A batch as it is prepared and sent. */
interface Batch extends Rows {
  readonly choice: CallChoice;
  /** What all calls have in common, once they are placed. */
  readonly common?: Common;
}

const NEW: Batch = { choice: { agent: '', version: '', from: undefined }, uses: {} };

/** Calls everybody in a file. */
export default function BatchPage() {
  return (
    <Page title="Place calls from a CSV">
      <Form />
    </Page>
  );
}

function Form() {
  const kept = useRestoredDraft('batch') as { readonly batch?: Batch } | undefined;
  const [batch, setBatch] = useState(kept?.batch ?? NEW);
  const { choice, file, run, common } = batch;
  const chosen = useCallChoice(choice);
  const asked = useVariables(chosen.agent, choice.version || undefined);
  const isDone = run !== undefined && run.answered.length === run.requests.length;
  const isEntered = file !== undefined && !isDone;
  // What is here again after a new sign-in goes on when the reader says so.
  const [startsNow, setStartsNow] = useState(false);
  useUnsaved(isEntered, run ? 'The remaining calls won’t be placed.' : undefined);
  useDraft('batch', isEntered ? { batch } : undefined);
  if (run && common)
    return (
      <Sending
        run={run}
        titles={['Placing the batch …', 'Batch placed']}
        made={(rows) => `${counted(rows, 'call')} placed`}
        send={(request, signal) => sendRequest(common, request, signal)}
        startsNow={startsNow}
        onRun={(change) => setBatch((now) => (now.run ? { ...now, run: change(now.run) } : now))}
        onAnother={() => setBatch({ ...NEW, choice })}
      >
        <Link to="/calls" className="button">
          View calls
        </Link>
      </Sending>
    );
  const begin = (recipients: Parameters<typeof requestsOf>[0]) => {
    setStartsNow(true);
    const requests = requestsOf(recipients, () => crypto.randomUUID());
    setBatch({ ...batch, common: commonOf(choice, chosen), run: { requests, answered: [] } });
  };
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
        <ChooseRows
          rows={batch}
          asked={asked}
          // It was read meanwhile: the batch may be another one, and one that runs must stay.
          onFile={(next) => setBatch((now) => (now.run ? now : { ...now, file: next, uses: {} }))}
          onUses={(uses) => setBatch({ ...batch, uses })}
        >
          {(recipients) => (
            <Confirm
              button={`Place ${counted(recipients.length, 'call')}`}
              title={`Call ${counted(recipients.length, 'number')} now?`}
              confirm="Place the calls"
              primary
              disabled={!chosen.agent || !chosen.from || recipients.length === 0}
              onConfirm={() => begin(recipients)}
            >
              <p>
                The agent calls each number once, as fast as its telephony account dials. Calls that are not
                dialed yet can be cancelled.
              </p>
            </Confirm>
          )}
        </ChooseRows>
      </Section>
    </IfCanCall>
  );
}

const commonOf = (
  { version, purpose }: CallChoice,
  { agent, from }: ReturnType<typeof useCallChoice>,
): Common => ({
  agent: agent?.id ?? '',
  from_number: from,
  ...(version && { agent_version: Number(version) }),
  ...(purpose && { purpose }),
});

/** The batch with another choice of who calls. Another agent or version asks for other values. */
function withChoice(batch: Batch, choice: CallChoice): Batch {
  const asksTheSame = choice.agent === batch.choice.agent && choice.version === batch.choice.version;
  return { ...batch, choice, uses: asksTheSame ? batch.uses : {} };
}

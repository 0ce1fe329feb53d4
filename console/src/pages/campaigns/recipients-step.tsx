import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { agentsList } from '../../api/lists.ts';
import { counted } from '../../format/numbers.ts';
import { useDraft, useRestoredDraft } from '../../parts/drafts.ts';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/query-state.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useVariables } from '../../parts/use-variables.ts';
import { requestsOf } from '../calls/batch/recipients.ts';
import { ChooseRows, type Rows } from '../calls/batch/rows.tsx';
import { sendTo } from '../calls/batch/send-batch.ts';
import { Sending } from '../calls/batch/sending.tsx';

/** Step 2: whom to call. */
export function RecipientsStep({
  campaign: { id, agent },
  recipients: total,
}: {
  readonly campaign: Schema<'Campaign'>;
  readonly recipients: number;
}) {
  const queries = useQueryClient();
  const agents = useQuery(agentsList);
  const asked = useVariables(
    agents.data?.find((one) => one.id === agent),
    undefined,
  );
  const name = `recipients ${id}`;
  const kept = useRestoredDraft(name) as { readonly rows?: Rows } | undefined;
  const [rows, setRows] = useState<Rows>(kept?.rows ?? { uses: {} });
  const [startsNow, setStartsNow] = useState(false);
  const { file, run } = rows;
  const isEntered = file !== undefined && !(run && run.answered.length === run.requests.length);
  useUnsaved(isEntered, run ? 'The remaining recipients won’t be added.' : undefined);
  useDraft(name, isEntered ? { rows } : undefined);
  const next = (
    <Link to="/campaigns/$id" params={{ id }} search={{ step: 'rules' }} className="button">
      Continue
    </Link>
  );
  if (run)
    return (
      <Sending
        run={run}
        titles={['Adding the recipients …', 'Recipients added']}
        made={(added) => `${counted(added, 'recipient')} added`}
        send={sendTo(id)}
        startsNow={startsNow}
        onRun={(change) => {
          setRows((now) => (now.run ? { ...now, run: change(now.run) } : now));
          void queries.invalidateQueries({ queryKey: ['campaigns', id] });
        }}
        onAnother={() => setRows({ uses: {} })}
      >
        {next}
      </Sending>
    );
  return (
    <Section title="Whom to call">
      {kept && <RestoredNote />}
      {total > 0 && <p>{counted(total, 'recipient')} added so far.</p>}
      <ChooseRows
        rows={rows}
        asked={asked}
        onFile={(chosen) => setRows((now) => (now.run ? now : { file: chosen, uses: {} }))}
        onUses={(uses) => setRows({ ...rows, uses })}
      >
        {(recipients) => (
          <button
            type="button"
            className="primary"
            disabled={recipients.length === 0}
            onClick={() => {
              setStartsNow(true);
              const requests = requestsOf(recipients, () => crypto.randomUUID());
              setRows({ ...rows, run: { requests, answered: [] } });
            }}
          >
            Add {counted(recipients.length, 'recipient')}
          </button>
        )}
      </ChooseRows>
      {!file && next}
    </Section>
  );
}

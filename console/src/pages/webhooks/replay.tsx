import { api } from '../../api/client.ts';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';

const FIELDS: Fields = {
  from: { kind: 'time', label: 'Events since', required: true },
  until: { kind: 'time', label: 'Until', help: 'Leave empty for now.' },
  failed: { kind: 'boolean', label: 'Only events whose delivery failed', default: true },
};

/** Delivers the events of a range of time again. */
export function Replay({ webhook }: { readonly webhook: string }) {
  const replay = useAct({
    act: ({ failed = true, ...range }: Values) =>
      api.request('POST', `/v1/webhooks/replay?id=${webhook}`, {
        body: { ...range, ...(failed === true && { status: 'failed' }) },
      }),
    done: 'The replay starts shortly. See the deliveries.',
    changes: [['deliveries']],
    showsFault: true,
  });
  return (
    <Section title="Replay">
      <RecordForm name="replay" fields={FIELDS} submit="Replay" act={replay} />
    </Section>
  );
}

import { api } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { withoutMissing } from '../../api/lists.ts';
import { Form } from '../../form/form.tsx';
import { useEntered } from '../../form/use-entered.ts';
import { fromLocalInput } from '../../format/date-time.ts';
import { CheckOption, Faults, InputField } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/query-state.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';

const NEW = { from: '', until: '', failedOnly: true };

/** Delivers the events of a range of time again. */
export function Replay({ webhook }: { readonly webhook: string }) {
  const { entered, change, isEntered, isRestored } = useEntered('replay', NEW);
  const { from, until, failedOnly } = entered;
  const replay = useAct({
    act: () => {
      const body = {
        from: fromLocalInput(from) ?? '',
        ...withoutMissing({
          until: fromLocalInput(until),
          status: failedOnly ? ('failed' as const) : undefined,
        }),
      };
      return api.post('/v1/webhooks/replay', { query: { id: webhook }, body });
    },
    done: 'The replay starts shortly. See the deliveries.',
    changes: [['deliveries']],
    showsFault: true,
    onDone: () => change(NEW),
  });
  useUnsaved(isEntered && !replay.isPending);
  return (
    <Section title="Replay">
      {isRestored && <RestoredNote />}
      <Form
        label="Replay"
        busy={replay.isPending}
        className="row-form"
        onSubmit={() => replay.mutate(undefined)}
      >
        <InputField
          label="Events since"
          faults={messagesAt(replay.error, 'from')}
          type="datetime-local"
          required
          value={from}
          onChange={(text) => change({ from: text })}
        />
        <InputField
          label="Until"
          help="Leave empty for now."
          faults={messagesAt(replay.error, 'until')}
          type="datetime-local"
          value={until}
          onChange={(text) => change({ until: text })}
        />
        <CheckOption isChecked={failedOnly} onChange={(isOn) => change({ failedOnly: isOn })}>
          Only events whose delivery failed
        </CheckOption>
        <Faults faults={messagesElsewhere(replay.error, ['from', 'until', 'status'])} />
        <button type="submit">{replay.isPending ? 'Starting …' : 'Replay'}</button>
      </Form>
    </Section>
  );
}

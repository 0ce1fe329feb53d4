import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { versionsOf } from '../../api/lists.ts';
import { Form } from '../../form/form.tsx';
import { counted, money } from '../../format/numbers.ts';
import Dialog from '../../parts/controls/dialog.tsx';
import { Faults, Segmented, SelectField } from '../../parts/controls.tsx';
import { useAct } from '../../parts/use-act.ts';

type Input = Schema<'ReplayInput'>;
type Mode = NonNullable<Input['mode']>;

const MODES: readonly (readonly [Mode, string])[] = [
  ['forced', 'Turn by turn'],
  ['open', 'Until it differs'],
  ['closed', 'Simulated caller'],
];

const HELP: Readonly<Record<Mode, string>> = {
  forced: 'In each turn, the version gets the original conversation so far and decides what to do next.',
  open: 'Plays the contact’s turns until the conversation diverges from the recording.',
  closed:
    'A language model plays the contact with the facts of the call. Its tokens count towards your quota.',
};

/** Replays calls with another version of their agent, once their number and price are known. */
export default function ReplayDialog({
  calls,
  agent = '',
  what,
  version: preset = 'draft',
  onClose,
  onRun,
}: {
  /** Which calls. */
  readonly calls: Pick<Input, 'calls' | 'filter'>;
  /** The agent of all of them. Without it, no version of its own can be chosen. */
  readonly agent?: string | undefined;
  /** The calls in words. */
  readonly what: string;
  /** @default the agent as it is now */
  readonly version?: string;
  readonly onClose: () => void;
  /** Gets the run. @default it is opened */
  readonly onRun?: (run: string) => void;
}) {
  const { data: versions = [] } = useQuery(versionsOf(agent));
  const navigate = useNavigate();
  const [version, setVersion] = useState(preset);
  const [baseline, setBaseline] = useState('');
  const [mode, setMode] = useState<Mode>('forced');
  const replay = useAct({
    act: (body: Input) => api.post('/v1/calls/replay', { body }),
    changes: [['tests']],
    showsFault: true,
    onDone: ({ id }) => {
      onClose();
      if (onRun) onRun(id);
      else void navigate({ to: '/tests/runs/$id', params: { id } });
    },
  });
  const input: Input = {
    ...calls,
    agent_version: chosenVersion(version),
    mode,
    ...(baseline !== '' && { baseline: Number(baseline) }),
  };
  const estimate = useQuery({
    queryKey: ['replay', input],
    queryFn: () => api.post('/v1/calls/replay_estimate', { body: input }),
    retry: false,
  });
  const numbers = versions.map(({ version: number }) => [String(number), `Version ${number}`] as const);
  return (
    <Dialog title="Replay with another version" isOpen onClose={onClose}>
      <Form label="Replay" busy={replay.isPending} onSubmit={() => replay.mutate(input)}>
        <p className="help">
          {what} Nobody is called. Your services aren’t called either: the replay uses their recorded answers.
        </p>
        <SelectField
          label="Replay with"
          faults={messagesAt(replay.error, 'agent_version')}
          options={[['draft', 'The agent as it is now'], ['published', 'Live version'], ...numbers]}
          value={version}
          onChange={setVersion}
        />
        {agent !== '' && (
          <SelectField
            label="Compare with"
            faults={messagesAt(replay.error, 'baseline')}
            none="The call as it was"
            options={numbers}
            value={baseline}
            onChange={setBaseline}
          />
        )}
        <Segmented label="How" options={MODES} value={mode} onChange={setMode} />
        <p className="help">{HELP[mode]}</p>
        <p role="status">{estimate.data && priceOf(estimate.data)}</p>
        <Faults faults={messagesElsewhere(replay.error ?? estimate.error, ['agent_version', 'baseline'])} />
        <div className="actions">
          <button type="submit" className="primary" disabled={!estimate.data}>
            {replay.isPending
              ? 'Starting …'
              : `Replay ${estimate.data ? counted(estimate.data.calls, 'call') : ''}`}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const chosenVersion = (text: string): Input['agent_version'] =>
  text === 'draft' || text === 'published' ? text : Number(text);

const priceOf = ({ calls, cost }: Schema<'ReplayEstimate'>): string =>
  `${counted(calls, 'call')} · ${cost ? `about ${money(cost.total, cost.currency)} for the models` : 'a model has no price'}`;

import { api, type Schema } from '../../api/client.ts';
import { picked } from '../../form/changes.ts';
import { Button } from '../../parts/controls.tsx';
import { useAct } from '../../parts/use-act.ts';
import { Facts, StatusBadge, Untrusted } from '../../parts/values.tsx';
import { kindWords } from './replay.ts';
import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import { duration } from '../../format/duration.ts';
import { count } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { failureOf, withoutJson } from './expectation.ts';
import { Pairs } from './pairs.tsx';
import { lineIn, playedEntries, turnId, Verdicts } from './played-turns.tsx';
import { type CaseResult, caseOf, type PlayedTurn, type TestCase } from './test-api.ts';

/** A case as a conversation, with the verdicts beside the turns that they are about. */
export default function CaseView({ run, number }: { readonly run: string; readonly number: number }) {
  const found = useQuery(caseOf(run, number));
  const { data } = found;
  const result = data?.result;
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const turn = result && hash !== '' ? document.getElementById(hash) : null;
    turn?.scrollIntoView({ block: 'center' });
    turn?.focus({ preventScroll: true });
  }, [result, hash]);
  if (data === undefined) return <QueryState query={found} what="the case" lines={8} />;
  if (data === null) return <p className="faint">The run has no such case.</p>;
  const { agent_version: version, status, repeated, figures, not_checked, skipped } = data;
  return (
    <>
      <Facts
        facts={{
          Status: <StatusBadge status={status} />,
          Test: data.test_id && (
            <Link to="/tests/$id" params={{ id: data.test_id }}>
              <bdi>{data.name}</bdi>
            </Link>
          ),
          Call: data.call_id && (
            <Link to="/calls/$id" params={{ id: data.call_id }}>
              The recorded call
            </Link>
          ),
          Agent: (
            <Link to="/agents/$id" params={{ id: data.agent_id }}>
              <bdi>{data.agent_name ?? 'the agent'}</bdi>, version {version}
            </Link>
          ),
          Repetition:
            repeated && `${data.run} of ${repeated.of}; ${repeated.passed} passed, ${repeated.needed} needed`,
          'Not checked': not_checked + skipped > 0 && `${count(not_checked)}, ${count(skipped)} skipped`,
          'Tool calls': figures && count(figures.tool_calls),
          Tokens: figures && `${count(figures.tokens.input)} in, ${count(figures.tokens.output)} out`,
          'Length of the call': figures && `about ${duration(figures.call_ms / 1000)}`,
        }}
      />
      {data.error !== null && (
        <div className="note bad" role="alert">
          <strong>The test could not be run</strong>
          <p>
            <Untrusted text={data.error} />
          </p>
        </div>
      )}
      {result ? (
        <Result result={result} row={data} />
      ) : (
        (status === 'queued' || status === 'running') && (
          <p className="faint" role="status">
            The case is {status}.
          </p>
        )
      )}
    </>
  );
}

function Result({ result, row }: { readonly result: CaseResult; readonly row: TestCase }) {
  const { turns, compared, always, finally: atEnd } = result;
  const first = compared || row.failures[0] === undefined ? undefined : failureOf(row.failures[0]);
  const hash = first?.turn === undefined ? 'at-the-end' : turnId(first.turn);
  return (
    <>
      {first && (
        <p className="fault">
          <a href={`#${hash}`}>{first.place}</a>: <Untrusted text={first.text} shown={300} />{' '}
          {row.test_id && (
            <Link to="/tests/$id" params={{ id: row.test_id }} hash={hash}>
              Edit
            </Link>
          )}
        </p>
      )}
      {first?.turn !== undefined && <OpenInChat row={row} turns={turns.slice(0, first.turn + 1)} />}
      {result.cut !== undefined && <p className="note">{result.cut}</p>}
      {compared && (
        <Section title="Turn by turn">
          <Pairs names={['Before', 'Now']} pairs={compared.map(pairOf)} />
        </Section>
      )}
      {turns.length > 0 && (
        <Section title="Conversation">
          <Conversation entries={turns.flatMap(playedEntries)} />
        </Section>
      )}
      <div id="at-the-end" className="stack" tabIndex={-1}>
        {always.length > 0 && (
          <Section title="After every turn">
            <Verdicts label="Expectations of every turn" verdicts={always} />
          </Section>
        )}
        {atEnd.length > 0 && (
          <Section title="At the end">
            <Verdicts label="Expectations at the end" verdicts={atEnd} />
          </Section>
        )}
      </div>
    </>
  );
}

/** Opens a conversation that has come to a turn of a test: the contact's lines until then are said again. */
function OpenInChat({
  row: { agent_id: agent, agent_version: version, test_id: test },
  turns,
}: {
  readonly row: TestCase;
  /** Those until the turn, with it. */
  readonly turns: readonly PlayedTurn[];
}) {
  const navigate = useNavigate();
  const open = useAct({
    act: async () => {
      const stored = test === null ? {} : await api.get('/v1/tests', { query: { id: test } });
      const body = { agent, agent_version: version, context: null, ...picked(stored, ['context']) };
      const { id } = await api.post('/v1/rehearsals/create', { body });
      for (const line of turns.flatMap(({ contact }) => lineIn(contact) ?? [])) {
        const { status } = await api.post('/v1/rehearsals/say', { query: { id }, body: line });
        if (status === 'ended') break;
      }
      return id;
    },
    changes: [],
    onDone: (rehearsal) =>
      void navigate({
        to: '/playground',
        search: { agent, ...(version !== null && { version: String(version) }), rehearsal },
      }),
  });
  return (
    <span className="row">
      <Button icon={MessageSquare} disabled={open.isPending} onClick={() => open.mutate(undefined)}>
        {open.isPending ? 'Saying the lines again …' : 'Open in chat here'}
      </Button>
      <span className="help">Says the contact’s lines until then again. Your services are called.</span>
    </span>
  );
}

/** What the agent did in a turn of a call, and what the other version does. */
const pairOf = ({ turn, contact, verdict, before, after, difference, reason }: Schema<'ComparedTurn'>) =>
  ({
    turn,
    differs: verdict !== 'same',
    head: (
      <>
        <Untrusted text={contact} /> <StatusBadge status={verdict} />
        {difference && <span className="faint">{kindWords(difference.kind)}</span>}
      </>
    ),
    sides: [
      <Untrusted key="before" text={withoutJson(before)} />,
      <Untrusted key="after" text={withoutJson(after || (reason ?? ''))} />,
    ],
  }) as const;

import type { Schema } from '../../api/client.ts';
import { Facts, StatusBadge, Untrusted } from '../../parts/values.tsx';
import { kindWords } from './replay.ts';
import './tests.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { duration } from '../../format/duration.ts';
import { count } from '../../format/numbers.ts';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Conversation } from '../conversation/conversation.tsx';
import { failureText } from './expectation.ts';
import { Pairs } from './pairs.tsx';
import { playedEntries, turnId, Verdicts } from './played-turns.tsx';
import { type CaseResult, caseOf, type TestCase, type Verdict } from './test-api.ts';

/** A case as a conversation, with the verdicts beside the turns that they are about. */
export function CaseView({ run, number }: { readonly run: string; readonly number: number }) {
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
  return (
    <>
      <CaseFacts row={data} />
      {data.error !== null && (
        <div className="note bad" role="alert">
          <strong>The test could not be run</strong>
          <p>
            <Untrusted text={data.error} />
          </p>
        </div>
      )}
      {result ? (
        <Result result={result} test={data.test_id} />
      ) : (
        (data.status === 'queued' || data.status === 'running') && (
          <p className="faint" role="status">
            The case is {data.status}.
          </p>
        )
      )}
    </>
  );
}

function CaseFacts({
  row: { test_id: test, call_id: call, name, agent_id: agent, agent_name: agentName, ...rest },
}: {
  readonly row: TestCase;
}) {
  const { agent_version: version, status, repeated, figures, run, not_checked, skipped } = rest;
  return (
    <Facts
      facts={{
        Status: <StatusBadge status={status} />,
        Test: test && (
          <Link to="/tests/$id" params={{ id: test }}>
            <bdi>{name}</bdi>
          </Link>
        ),
        Call: call && (
          <Link to="/calls/$id" params={{ id: call }}>
            The recorded call
          </Link>
        ),
        Agent: (
          <Link to="/agents/$id" params={{ id: agent }}>
            <bdi>{agentName ?? 'the agent'}</bdi>, version {version}
          </Link>
        ),
        Repetition:
          repeated && `${run} of ${repeated.of}; ${repeated.passed} passed, ${repeated.needed} needed`,
        'Not checked': not_checked + skipped > 0 && `${count(not_checked)}, ${count(skipped)} skipped`,
        'Tool calls': figures && count(figures.tool_calls),
        Tokens: figures && `${count(figures.tokens.input)} in, ${count(figures.tokens.output)} out`,
        'Length of the call': figures && `about ${duration(figures.call_ms / 1000)}`,
      }}
    />
  );
}

function Result({ result, test }: { readonly result: CaseResult; readonly test: string | null }) {
  const { turns, compared, always, finally: atEnd } = result;
  const first = firstFailure(result);
  return (
    <>
      {first && (
        <p className="fault">
          {first.turn === undefined ? (
            <a href="#at-the-end">At the end</a>
          ) : (
            <a href={`#${turnId(first.turn)}`}>{first.turn === 0 ? 'Greeting' : `Turn ${first.turn}`}</a>
          )}
          :{' '}
          <Untrusted
            text={failureText(first, turns.find(({ turn }) => turn === first.turn)?.says)}
            shown={300}
          />{' '}
          {test && (
            <Link to="/tests/$id" params={{ id: test }} {...(first.turn && { hash: turnId(first.turn) })}>
              Edit
            </Link>
          )}
        </p>
      )}
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

const isFailed = ({ verdict }: Verdict) => verdict === 'failed' || verdict === 'invalid';

/** The failure of the earliest turn; one without a turn is at the end. */
function firstFailure({ turns, always, finally: atEnd }: CaseResult): Verdict | undefined {
  const all = [
    ...turns.flatMap(({ turn, verdicts }) => verdicts.map((verdict) => ({ ...verdict, turn }))),
    ...always,
    ...atEnd,
  ].filter(isFailed);
  const at = ({ turn = Number.MAX_SAFE_INTEGER }: Verdict) => turn;
  return all.sort((a, b) => at(a) - at(b))[0];
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
      <Untrusted key="before" text={before} />,
      <Untrusted key="after" text={after || (reason ?? '')} />,
    ],
  }) as const;

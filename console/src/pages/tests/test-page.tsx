import { Button } from '../../parts/controls.tsx';
import { Loading, QueryState } from '../../parts/query-state.tsx';
import { Untrusted } from '../../parts/values.tsx';
import './tests.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { rehearsalOf, testsList, useAgentOf } from '../../api/lists.ts';
import { same } from '../../form/changes.ts';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { Neighbours } from '../../parts/neighbours.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';
import { namesOfActions } from '../conversation/record-of-turn.ts';
import type { Expectation } from './expectation.ts';
import {
  createTest,
  deleteTest,
  type StoredTest,
  type TestBody,
  testFromCall,
  testOf,
  updateTest,
  useRunTests,
} from './test-api.ts';
import { TestForm } from './test-form.tsx';
import { testOfCall, testOfRehearsal } from './test-of-rehearsal.ts';

const CaseView = onDemand(() => import('./case-view.tsx'), 'the result');
// A table is not needed to write a test.
const LatestRuns = lazy(async () => ({ default: (await import('./run-table.tsx')).LatestRuns }));

/** A test, or a new one: blank, or with what was said in a call or a rehearsal that the address names. */
export default function TestPage() {
  const { id } = useParams({ from: '/frame/tests/$id' });
  const { agent, call, rehearsal } = useSearch({ from: '/frame/tests/$id' });
  if (id !== 'new') return <ExistingTest key={id} id={id} />;
  return (
    <Page title="New test">
      {call !== undefined && <FromCall id={call} />}
      {rehearsal !== undefined && <FromRehearsal id={rehearsal} />}
      {call === undefined && rehearsal === undefined && <NewTest test={blankTest(agent)} />}
    </Page>
  );
}

function FromCall({ id }: { readonly id: string }) {
  const made = useQuery(testFromCall(id));
  if (!made.data) return <QueryState query={made} what="the test of the call" lines={8} />;
  const { test, notes, turns } = made.data;
  return (
    <>
      <p className="help">
        The contact’s turns of{' '}
        <Link to="/calls/$id" params={{ id }}>
          the call
        </Link>
        , and what its services answered. It passes with the version that held the call. Tick what the agent
        must say or do again, or change it to what should have happened.
      </p>
      {notes.length > 0 && (
        <ul className="note" aria-label="What the test cannot repeat">
          {notes.map((note) => (
            <li key={note}>
              <Untrusted text={note} />
            </li>
          ))}
        </ul>
      )}
      <NewTest {...testOfCall(test, turns)} />
    </>
  );
}

function FromRehearsal({ id }: { readonly id: string }) {
  const found = useQuery(rehearsalOf(id));
  const agent = useAgentOf(found.data);
  const { data } = found;
  if (!data) return <QueryState query={found} what="the conversation" lines={8} />;
  // A rehearsal of a draft has no version to wait for, and its services have no names then.
  if (data.agent_version !== undefined && !agent)
    return <Loading what="the test of the conversation" lines={8} />;
  return (
    <>
      <p className="help">
        The contact’s lines of the conversation, and what its services answered. Tick what the agent must say
        or do again.
      </p>
      <NewTest {...testOfRehearsal(data, namesOfActions(agent?.actions ?? []))} />
    </>
  );
}

/** What a new test begins with. */
const blankTest = (agent: string | undefined): TestBody => ({
  ...(agent !== undefined && { agent }),
  turns: [{ contact: 'Hello.', expect: [{ says: 'help' }] }],
  finally: [{ outcome: { transferred: false } }],
});

function NewTest({
  test,
  proposals = [],
}: {
  readonly test: TestBody;
  readonly proposals?: readonly (readonly Expectation[])[];
}) {
  const [initial] = useState(test);
  const navigate = useNavigate();
  const create = useAct({
    act: createTest,
    done: 'The test is created.',
    changes: [['tests']],
    showsFault: true,
    onDone: ({ id }) => void navigate({ to: '/tests/$id', params: { id }, ignoreBlocker: true }),
  });
  return (
    <TestForm
      test={initial}
      proposals={proposals}
      submit="Create the test"
      isNew
      busy={create.isPending || create.isSuccess}
      error={create.error}
      onSave={(body) => create.mutate(body)}
    />
  );
}

function ExistingTest({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  const found = useQuery(testOf(id));
  const queries = useQueryClient();
  const known = queries.getQueryData(testsList.queryKey)?.find((one) => one.id === id);
  const name = found.data?.name ?? known?.name ?? 'Test';
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      actions={
        <>
          <Neighbours what="test" id={id} read={() => queries.fetchQuery(testsList)} />
          {found.data && (
            <ConfirmAct
              act={() => deleteTest(id)}
              done="The test is deleted."
              changes={[['tests', 'list']]}
              onDone={() => void navigate({ to: '/tests', ignoreBlocker: true })}
              button="Delete the test"
              title="Delete this test?"
              danger
            >
              <p>Its runs are kept.</p>
            </ConfirmAct>
          )}
        </>
      }
    >
      <QueryState query={found} what="the test" lines={8} />
      {found.data && <Edited test={found.data} />}
      <Suspense fallback={<Loading what="the latest runs" />}>
        <LatestRuns filter={{ test_id: id }} />
      </Suspense>
    </Page>
  );
}

function contentOf({ id: _, user_id: __, ...fields }: StoredTest): TestBody {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** What the text no longer has is taken from the test. */
const nothingOf = (content: TestBody): TestBody =>
  Object.fromEntries(Object.keys(content).map((key) => [key, null]));

function Edited({ test }: { readonly test: StoredTest }) {
  const content = contentOf(test);
  const navigate = useNavigate();
  const [tried, setTried] = useState<string>();
  const save = useAct({
    act: (body: TestBody) => updateTest(test.id, { ...nothingOf(content), ...body }),
    done: 'The test is saved.',
    changes: [['tests']],
    showsFault: true,
  });
  const run = useRunTests();
  return (
    <TestForm
      test={content}
      submit="Save"
      busy={save.isPending}
      error={save.error}
      onSave={(body, saved) => save.mutate(body, { onSuccess: saved })}
      actions={(body) => (
        <Button
          icon={Play}
          disabled={run.isPending}
          onClick={() => {
            // What is not saved runs, too: then its result stands below the form, which keeps it.
            const isSaved = same(body, content);
            run.mutate(
              { tests: [isSaved ? test.id : body] },
              {
                onSuccess: ({ id }) =>
                  isSaved ? void navigate({ to: '/tests/runs/$id', params: { id } }) : setTried(id),
              },
            );
          }}
        >
          Run
        </Button>
      )}
    >
      {tried !== undefined && (
        <Section title="Result of the test as it is here">
          <CaseView key={tried} run={tried} number={1} />
        </Section>
      )}
    </TestForm>
  );
}

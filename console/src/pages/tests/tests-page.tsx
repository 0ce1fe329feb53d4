import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { agentsList, testsList } from '../../api/lists.ts';
import { agentChoices } from '../../format/label.ts';
import { SelectField } from '../../parts/controls.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { isOf } from './matrix.ts';
import { LatestRuns } from './run-table.tsx';
import TestMatrix, { NewTest, TestLink } from './test-matrix.tsx';

/** The choice of all tests in place of an agent's. */
const ALL = 'all';

const KINDS = { turns: 'scripted', caller: 'simulated caller', call: 'recorded call' };

/** The tests of an agent by its versions, or all tests; and the latest runs. The address has the agent. */
export default function TestsPage() {
  const search = useSearch({ from: '/frame/tests' });
  const navigate = useNavigate({ from: '/tests' });
  const agents = useQuery(agentsList);
  const tests = useQuery(testsList);
  const tested = agents.data?.find((one) => tests.data?.some((test) => test.agent && isOf(test, one)));
  const chosen = agents.data?.find(({ id }) => id === search.agent) ?? tested ?? agents.data?.[0];
  const agent = search.agent === ALL ? undefined : chosen;
  return (
    <Page
      title="Tests"
      actions={
        // An agent's tests have one of their own, which names the agent.
        !agent && <NewTest />
      }
    >
      <QueryState query={agents.data ? tests : agents} what="tests" lines={6} />
      {agents.data && tests.data && (
        <>
          <SelectField
            label="Agent"
            options={[...agentChoices(agents.data), [ALL, 'All tests']]}
            value={agent?.id ?? ALL}
            onChange={(id) => void navigate({ search: { agent: id }, replace: true, resetScroll: false })}
          />
          {agent ? (
            <TestMatrix key={agent.id} agent={agent} />
          ) : (
            <Table
              label="Tests"
              rows={tests.data}
              columns={{
                Test: (test) => <TestLink test={test} />,
                Agent: ({ agent: named }) => <bdi>{named ?? 'any'}</bdi>,
                Kind: ({ kind }) => KINDS[kind],
              }}
            />
          )}
          <LatestRuns filter={agent ? { agent_id: agent.id } : {}} />
        </>
      )}
    </Page>
  );
}

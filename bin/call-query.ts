import { setTimeout as wait } from 'node:timers/promises';
import {
  type CloudWatchLogsClient,
  DescribeQueryDefinitionsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { inOrder, type LogLine, readLine } from '#cli/logs/log-line.ts';
import { CALL_ID } from '../lib/monitoring/call-query.ts';

/** A saved query of CloudWatch Logs Insights. */
interface SavedQuery {
  readonly text: string;
  readonly logGroups: readonly string[];
}

/** Milliseconds between two requests for the result. A query may run for an hour. */
const POLL_MS = 500;

/** Milliseconds to search before the call's creation: clocks differ, and a request's line has its time of arrival. */
const BEFORE_MS = 60_000;

/** Finds the saved query by name. Throws if it is not deployed. */
export async function findCallQuery(client: CloudWatchLogsClient, name: string): Promise<SavedQuery> {
  const { queryDefinitions = [] } = await client.send(
    new DescribeQueryDefinitionsCommand({ queryDefinitionNamePrefix: name }),
  );
  const found = queryDefinitions.find((each) => each.name === name);
  if (!found?.queryString)
    throw new Error(`The saved query "${name}" does not exist: deploy the stack Monitoring first.`);
  return { text: found.queryString, logGroups: found.logGroupNames ?? [] };
}

/** Runs the saved query for a call. Returns its lines in order; throws if the query fails. */
export async function runCallQuery(
  client: CloudWatchLogsClient,
  { text, logGroups }: SavedQuery,
  { callId, from, until }: { readonly callId: string; readonly from: Date; readonly until: Date },
): Promise<LogLine[]> {
  const { queryId } = await client.send(
    new StartQueryCommand({
      queryString: text.replaceAll(CALL_ID, callId),
      logGroupNames: [...logGroups],
      startTime: Math.floor((from.getTime() - BEFORE_MS) / 1000),
      endTime: Math.ceil(until.getTime() / 1000),
    }),
  );
  for (;;) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') {
      const messages = results.flatMap((row) => row.find(({ field }) => field === '@message')?.value ?? []);
      return inOrder(messages.flatMap((message) => readLine(message, callId) ?? []));
    }
    if (status !== 'Scheduled' && status !== 'Running')
      throw new Error(`The query ended with the status ${status}.`);
    await wait(POLL_MS);
  }
}

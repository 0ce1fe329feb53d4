import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import { catalogue } from '../../lambdas/catalogue.ts';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

export const CALL_ID = 'CALL_ID';

export const callQueryName = ({ name }: Pick<EnvironmentConfig, 'name'>) =>
  `phone-call-agents/${name}/path of a call`;

/** All lines of a call, from its first request to its last delivery. 10,000 is the most that a query returns. */
const QUERY = `fields @timestamp, service, level, message, durationMs, callId, userId, requestId, @message
| filter callId = "${CALL_ID}"
| sort @timestamp asc
| limit 10000`;

/** The functions whose logs name calls or rehearsals, by entry. CloudWatch queries at most 50 logs at once. */
const ON_CALL_PATH: ReadonlySet<string> = new Set([
  ...Object.entries(workers).flatMap(([entry, { handlesCalls = true }]) => (handlesCalls ? [entry] : [])),
  ...Object.entries(catalogue).flatMap(([entry, { namesCalls }]) => (namesCalls ? [`api/${entry}`] : [])),
]);

/** Saves the query of CloudWatch Logs Insights that shows the path of a call; `npm run logs` runs it. */
export function saveCallQuery(scope: Construct, config: EnvironmentConfig, stage: IConstruct): void {
  const functions = stage.node.findAll().filter((each) => each instanceof ServiceFunction);
  new CfnQueryDefinition(new Construct(scope, 'CallQuery'), 'Query', {
    name: callQueryName(config),
    queryString: QUERY,
    logGroupNames: functions
      .filter(({ entry }) => ON_CALL_PATH.has(entry))
      .map(({ logGroup }) => logGroup.logGroupName),
  });
}

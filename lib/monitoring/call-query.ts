import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
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

/** Whether the log of a function names calls or rehearsals. CloudWatch queries at most 50 logs; all endpoints share one. */
const isOnCallPath = ({ entry }: ServiceFunction) => workers[entry]?.handlesCalls ?? true;

/** Saves the query of CloudWatch Logs Insights that shows the path of a call; `npm run logs` runs it. */
export function saveCallQuery(scope: Construct, config: EnvironmentConfig, stage: IConstruct): void {
  const functions = stage.node.findAll().filter((each) => each instanceof ServiceFunction);
  new CfnQueryDefinition(new Construct(scope, 'CallQuery'), 'Query', {
    name: callQueryName(config),
    queryString: QUERY,
    logGroupNames: [...new Set(functions.filter(isOnCallPath).map(({ logGroup }) => logGroup.logGroupName))],
  });
}

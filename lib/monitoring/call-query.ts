import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct, type IConstruct } from 'constructs';
import { workers } from '../../lambdas/workers.ts';
import type { EnvironmentConfig } from '../config/environment-config.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

export const CALL_ID = 'CALL_ID';

export const callQueryName = ({ name }: Pick<EnvironmentConfig, 'name'>) =>
  `phone-call-agents/${name}/path of a call`;

/** All lines of a call, from its first request to its last delivery. A query returns at most 10,000. */
const QUERY = `fields @timestamp, service, level, message, durationMs, callId, userId, requestId, @message
| filter callId = "${CALL_ID}"
| sort @timestamp asc
| limit 10000`;

/** Whether a function's log mentions calls or rehearsals: CloudWatch queries at most 50 log groups. */
const isOnCallPath = ({ entry }: ServiceFunction) => workers[entry]?.handlesCalls ?? true;

/** Saves a CloudWatch Logs Insights query for the path of a call; `npm run logs` runs it. */
export function saveCallQuery(scope: Construct, config: EnvironmentConfig, stage: IConstruct): void {
  const functions = stage.node.findAll().filter((each) => each instanceof ServiceFunction);
  new CfnQueryDefinition(new Construct(scope, 'CallQuery'), 'Query', {
    name: callQueryName(config),
    queryString: QUERY,
    logGroupNames: [...new Set(functions.filter(isOnCallPath).map(({ logGroup }) => logGroup.logGroupName))],
  });
}

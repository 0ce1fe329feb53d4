import type { IConstruct } from 'constructs';
import { catalogue } from '../../lambdas/api/catalogue.ts';
import { workers } from '../../lambdas/workers.ts';
import { ServiceFunction } from '../constructs/service-function.ts';

/** The functions whose logs name calls or rehearsals, by entry. CloudWatch queries at most 50 logs at once. */
const ON_CALL_PATH: ReadonlySet<string> = new Set([
  ...Object.entries(workers).flatMap(([entry, { handlesCalls = true }]) => (handlesCalls ? [entry] : [])),
  ...Object.entries(catalogue).flatMap(([entry, { namesCalls }]) => (namesCalls ? [`api/${entry}`] : [])),
]);

/** The functions of an environment that process calls. */
export const callPathOf = (stage: IConstruct): readonly ServiceFunction[] =>
  stage.node
    .findAll()
    .filter((each) => each instanceof ServiceFunction)
    .filter(({ entry }) => ON_CALL_PATH.has(entry));

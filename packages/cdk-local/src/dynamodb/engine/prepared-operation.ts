import validations from 'dynalite/validations/index.js';
import { type Answer, isObject, Refusal } from '../store/answer.ts';
import { BufferedStore } from '../store/buffered-store.ts';
import type { Item } from '../store/change.ts';
import type { Database } from '../store/database.ts';
import { type DynaliteOperation, dynaliteOperations } from '../store/dynalite-operations.ts';
import { requestedActions } from './requested-actions.ts';
import { refuseGrownItems, refuseLargeItems } from './size-limits.ts';

export interface OperationSource {
  readonly database: Database;
  readonly region: string;
}

export interface PreparedOperation {
  /** Runs the operation; its writes stay in `store` for the caller to commit. */
  run(): Promise<unknown>;
  readonly store: BufferedStore;
}

/** Validates an operation's input as DynamoDB does before it reads any item. Throws a Refusal. */
export function prepareOperation(
  { database, region }: OperationSource,
  operation: DynaliteOperation,
  input: unknown,
): PreparedOperation {
  if (!isObject(input)) throw new Refusal(serializationException);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  const store = new BufferedStore(database, region, fail);
  const { action, input: rules } = dynaliteOperations[operation];
  const data = checked(() => {
    // The checks modify their input.
    const parsed = validations.checkTypes(structuredClone(input), rules.types);
    validations.checkValidations(parsed, rules.types, rules.custom, store);
    return parsed;
  });
  refuseLargeItems(requestedActions(operation, input).map(({ item }) => item));
  const run = async () => {
    const done = new Promise<unknown>((resolve, reject) =>
      action(store, data, (error, result) => (error ? reject(refusalOf(error)) : resolve(result))),
    );
    const result = await Promise.race([failed, done]);
    refuseGrownItems(store.changes);
    return result;
  };
  return { run, store };
}

const serializationException: Answer = {
  status: 400,
  body: { __type: 'com.amazon.coral.service#SerializationException' },
};

function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** dynalite marks a client error with a status and a body; anything else is an internal error. */
function refusalOf(error: unknown): unknown {
  if (!isObject(error) || typeof error.statusCode !== 'number') return error;
  return new Refusal({ status: error.statusCode, body: error.body });
}

/** The item that failed a condition, if the request asks for it. */
export function foundItem(parameters: Record<string, unknown>, store: BufferedStore): Item | undefined {
  if (parameters.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return undefined;
  return store.touched.values().next().value?.item;
}

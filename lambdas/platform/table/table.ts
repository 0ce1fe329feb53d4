import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withoutUnreadMiddleware } from '../sdk-middleware.ts';
import { TABLE_NAME } from '../variables/resources.ts';
import { readVariable } from '../variables/variable.ts';
import { QUOTAS, type QuotaLimits } from './quota-limits.ts';

/** Who changes records: a request with a token, or a command of the operator. */
export interface Actor {
  readonly by: 'token' | 'operator';
  readonly operation?: string | undefined;
  readonly token_id?: string | undefined;
  readonly ip_address?: string | undefined;
  readonly request_id?: string | undefined;
}

export interface Table {
  readonly name: string;
  readonly client: DynamoDBDocumentClient;
  /** The limits of each user's records. @default no limits */
  readonly quotas?: QuotaLimits;
  /** Who writes, for the audit log. @default the service itself */
  readonly actor?: Actor;
}

export function tableOf(client: DynamoDBClient, name: string): Table {
  const marshallOptions = { removeUndefinedValues: true };
  const document = withoutUnreadMiddleware(DynamoDBDocumentClient.from(client, { marshallOptions }));
  document.middlewareStack.add(
    (next) => (request) =>
      next({ ...request, input: Object.assign({}, request.input, plainMaps(request.input)) }),
    { step: 'initialize', name: 'PlainMaps' },
  );
  return { name, client: document };
}

/** Copies maps without a prototype: otherwise the client mistakes a field named `constructor` for the object's class. */
function plainMaps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainMaps);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, plainMaps(inner)]);
  return Object.hasOwn(value, 'constructor') ? new Map(entries) : Object.fromEntries(entries);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

let shared: Table | undefined;

/** The stack's table, with one client per container. */
export function stackTable(): Table {
  shared ??= { ...tableOf(new DynamoDBClient({}), readVariable(TABLE_NAME)), quotas: readVariable(QUOTAS) };
  return shared;
}

const READS: ReadonlySet<string> = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand']);

/** The table, with reads that are sent at once, and writes that wait for a permission and fail without it. */
export function writesAfter(table: Table, permission: Promise<void>): Table {
  const middlewareStack = table.client.middlewareStack.clone();
  middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        if (!READS.has(commandName)) await permission;
        return next(request);
      },
    { step: 'initialize', name: 'WritesAfter' },
  );
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    middlewareStack: { value: middlewareStack },
  });
  return { ...table, client };
}

import fc from 'fast-check';
import { API_VERSIONS } from '../../../lambdas/domain/api-version.ts';
import { alternativesOf, groupOf, type Operation, type Parameter, type Schema } from './document.ts';
import { BY_ID, BY_NUMBER, NEW_UUID, placeFor, REMOVAL } from './record-pool.ts';
import { valuesOf } from './values.ts';

/** A request to an operation, with placeholders for names of records. */
export interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: unknown])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent literally, in place of a body. */
  readonly text?: string;
}

/** Numbers for calls: one of the user, and one that is busy. */
export interface Numbers {
  readonly held: string;
  readonly busy: string;
}

/** Requests that the document allows. */
export function allowedRequests(operation: Operation, numbers: Numbers): fc.Arbitrary<PlannedRequest> {
  const { method, path, body, bodyIsRequired } = operation;
  const kinds = body ? alternativesOf(body) : [undefined];
  const requests = kinds.map((kind) =>
    fc.record({
      method: fc.constant(method),
      path: fc.constantFrom(path, `${path}/`),
      query: queries(operation, kind, numbers),
      headers: headers(operation),
      ...(kind && { body: bodies(kind, numbers, bodyIsRequired) }),
    }),
  );
  return fc.oneof(...requests);
}

function bodies(kind: Schema, { held, busy }: Numbers, isRequired: boolean): fc.Arbitrary<unknown> {
  const placed = valuesOf(kind, '').map((body) => {
    const calls = typeof body === 'object' && body !== null && 'from_number' in body;
    if (!calls) return body;
    const recipients = 'recipients' in body && Array.isArray(body.recipients) ? body.recipients : undefined;
    if (!recipients) return { ...body, from_number: held, to_number: busy };
    return {
      ...body,
      from_number: held,
      recipients: recipients.map((each) => ({ ...each, to_number: busy })),
    };
  });
  return isRequired ? placed : fc.option(placed, { nil: undefined });
}

function queries(operation: Operation, kind: Schema | undefined, { held }: Numbers) {
  // A cursor cannot be invented: it comes from an answer.
  const parameters = operation.query.filter(({ name }) => name !== 'cursor');
  const ofEach = parameters.map((parameter): fc.Arbitrary<readonly [string, unknown][]> => {
    const values = parameterValues(operation, parameter, kind, held);
    const given = values.map((value): [string, unknown][] => [[parameter.name, value]]);
    return parameter.required ? given : fc.oneof(given, fc.constant([]));
  });
  return fc.tuple(...ofEach).map((pairs) => pairs.flat());
}

function parameterValues(
  operation: Operation,
  { name, schema }: Parameter,
  kind: Schema | undefined,
  held: string,
): fc.Arbitrary<unknown> {
  // The service creates deliveries at any time, so the pool has none of them.
  const group = operation.path.includes('/deliveries') ? 'deliveries' : groupOf(operation);
  const places = (kindOfName: string) => fc.nat(30).map((number) => placeFor(group, number, kindOfName));
  if (name === 'phone_number' && group === 'numbers') {
    return REMOVAL.test(operation.path) ? places(BY_NUMBER) : fc.oneof(places(BY_NUMBER), fc.constant(held));
  }
  if (name !== 'id') return valuesOf(schema, name);
  const type = group === 'numbers' ? BY_ID : String(kind?.properties?.type?.const ?? '');
  return fc.oneof({ weight: 5, arbitrary: places(type) }, { weight: 1, arbitrary: fc.constant(NEW_UUID) });
}

function headers({ method }: Operation): fc.Arbitrary<Record<string, string>> {
  const all = {
    'api-version': fc.constantFrom(...API_VERSIONS),
    ...(method === 'POST' && { 'idempotency-key': fc.constant(NEW_UUID) }),
  };
  return fc.record(all, { requiredKeys: [], noNullPrototype: true });
}

import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { afterAll, vi } from 'vitest';
import { type CataloguedEndpoint, catalogue } from '../../../lambdas/catalogue.ts';
import { type ServedEndpoint, serve, variablesOfEndpoint } from '../../../lambdas/http/endpoint.ts';
import type { Table } from '../../../lambdas/platform/table/table.ts';
import { EVERY_SCOPE } from '../../../lambdas/tokens/model/scopes.ts';
import { QUOTA_DEFAULTS } from '../../../lambdas/usage/model/quotas.ts';
import { openTable } from '../table/table.ts';
import { stubVariables, tableVariables } from '../table/variables.ts';

/** An answer of a function. */
export interface FunctionAnswer {
  readonly status: number;
  readonly headers: APIGatewayProxyResult['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly body: any;
}

type Query = Readonly<Record<string, string | undefined>>;

/** A request to an operation, named as in the catalogue. */
interface FunctionRequest {
  readonly query?: Query;
  readonly body?: unknown;
  /** The body as it is sent, in place of `body`. */
  readonly text?: string | undefined;
  /** @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the authorizer reports about the token, besides its user. @default nothing */
  readonly token?: Readonly<Record<string, string>>;
}

interface Options {
  /** @default a new one */
  readonly user?: string;
  /** Changes an endpoint before it is served. @default not at all */
  readonly adapt?: (endpoint: ServedEndpoint) => ServedEndpoint;
}

/** The functions of the API on a table in memory, called as one user and without a gateway. A test file can open it once. */
export class FunctionApi {
  readonly table: Table;
  readonly user: string;
  readonly close: () => Promise<void>;
  readonly #adapt: (endpoint: ServedEndpoint) => ServedEndpoint;

  private constructor(
    { table, close }: Awaited<ReturnType<typeof openTable>>,
    { user = randomUUID(), adapt = (same) => same }: Options,
  ) {
    this.table = table;
    this.user = user;
    this.#adapt = adapt;
    this.close = async () => {
      vi.unstubAllEnvs();
      await close();
    };
  }

  /** Opens a table and sets the variables of all functions. */
  static async open(options: Options = {}): Promise<FunctionApi> {
    const opened = await openTable();
    const variables = {
      ...(await tableVariables(opened.table)),
      QUOTAS: JSON.stringify(Object.fromEntries(Object.keys(QUOTA_DEFAULTS).map((name) => [name, null]))),
      OUTBOUND_ALLOWED_NETWORKS: '',
      USER_REQUESTS_PER_SECOND: '1000',
      USER_REQUESTS_AT_ONCE: '1000',
    };
    stubVariables(Object.values(catalogue).flatMap(variablesOfEndpoint), variables);
    return new FunctionApi(opened, options);
  }

  /** The functions for all tests of a file, which close after them. */
  static async ofFile(options: Options = {}): Promise<FunctionApi> {
    const api = await FunctionApi.open(options);
    afterAll(api.close);
    return api;
  }

  /** The same functions and table, called as another user. */
  ofAnotherUser(): FunctionApi {
    return new FunctionApi({ table: this.table, close: async () => {} }, { adapt: this.#adapt });
  }

  /** Calls the function of an operation. */
  async run(
    operation: string,
    { query = {}, body, text: sent, headers = {}, token = {} }: FunctionRequest = {},
  ): Promise<FunctionAnswer> {
    const endpoint = this.#adapt(catalogue[operation] as CataloguedEndpoint & ServedEndpoint);
    const event = {
      httpMethod: endpoint.method,
      resource: endpoint.path,
      headers,
      queryStringParameters: query,
      body: sent ?? (body === undefined ? null : JSON.stringify(body)),
      isBase64Encoded: false,
      requestContext: {
        requestId: randomUUID(),
        authorizer: { user_id: this.user, scopes: EVERY_SCOPE, ...token },
      },
    };
    const context = { getRemainingTimeInMillis: () => 10_000 };
    const answer: APIGatewayProxyResult = await serve(endpoint)(
      event as never as APIGatewayProxyEvent,
      context as never,
    );
    const { statusCode: status, body: text } = answer;
    return { status, headers: answer.headers, text, body: JSON.parse(text || 'null') };
  }

  /** Creates a record of a group, such as `vector-databases`; throws if it is refused. */
  async created(group: string, body: unknown): Promise<FunctionAnswer['body']> {
    const { status, text, body: record } = await this.run(`${group}/create`, { body });
    if (status !== 200) throw new Error(`${group}/create: ${text}`);
    return record;
  }

  /** The record of a group as it is got. */
  async got(group: string, id: string): Promise<FunctionAnswer['body']> {
    return (await this.run(`${group}/get`, { query: { id } })).body;
  }

  update(group: string, id: string, body: unknown): Promise<FunctionAnswer> {
    return this.run(`${group}/update`, { query: { id }, body });
  }
}

/** The locations and types of a refusal's faults, in order of their locations. */
export const placesOf = ({ body }: FunctionAnswer): string[] =>
  body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`).sort();

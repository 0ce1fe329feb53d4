import { invalidInput } from '../../http/errors.ts';
import { type CompleteBody, HOLDERS } from '../../http/read-request.ts';
import { AddressRefused } from '../../platform/outbound/public-address.ts';
import { isObject } from '../../platform/parse-json.ts';
import { getRecord } from '../../records/store/records.ts';
import { listMcpTools, type McpServer, type McpTool } from '../mcp-server.ts';
import { actionKind, originOf } from '../model/action.ts';
import { mcpAction } from '../model/external-service.ts';

type Fields = Record<string, unknown>;

/** The config of an MCP action in a body, and the id of the action if it is stored. */
interface GivenConfig {
  readonly config: Fields;
  readonly id: string | undefined;
  readonly loc: readonly string[];
}

/** Maximum number of actions of a request whose tools are looked up: each is a request to another server. */
const MAX_LOOKUPS = 10;

/**
 * Asks MCP servers for the description and the schema of the tools that a body names without them, and writes both into
 * the body: from then on, the action has them as if its user had sent them. Throws if a server cannot be asked, or lacks
 * the tool.
 */
export const pinTools: CompleteBody = async (json, { table, userId, id, allowed }) => {
  const lists = new Map<string, ReturnType<typeof listTools>>();
  for (const given of configsIn(json, ['body'], id)) {
    const stored = given.id === undefined ? undefined : await getRecord(table, userId, actionKind, given.id);
    if (given.id !== undefined && stored?.type !== 'action_mcp') continue;
    const { config, loc } = given;
    const present = stored?.type === 'action_mcp' ? stored.config : undefined;
    requireHeaders(given, present);
    const lacks = (field: string) =>
      config[field] === null || (config[field] === undefined && (!present || config.name !== undefined));
    const server = mcpAction.safeParse({ ...present, ...config });
    // Whatever else is wrong, the check of the body says.
    if (!server.success || !URL.canParse(server.data.url)) continue;
    if (!lacks('input_schema') && !lacks('description')) continue;
    await allowed();
    const key = JSON.stringify([server.data.url, server.data.headers]);
    const listed = await (lists.get(key) ?? (lists.size < MAX_LOOKUPS ? listTools(server.data) : TOO_MANY));
    lists.set(key, Promise.resolve(listed));
    if (typeof listed === 'string')
      throw invalidInput([{ loc: [...loc, 'url'], msg: listed, type: 'mcp_server_failed' }]);
    Object.assign(config, pinned(config, requireTool(listed, server.data.name, loc)));
  }
};

const TOO_MANY = `A request may have actions of at most ${MAX_LOOKUPS} MCP servers; create the actions one by one.`;

/** The configs in a body, before it was checked. */
function configsIn(value: unknown, loc: readonly string[], id?: string): GivenConfig[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => configsIn(one, [...loc, String(index)]));
  if (!isObject(value)) return [];
  const own = typeof value.id === 'string' ? value.id : id;
  const { config, type } = value;
  const isMeant = type === 'action_mcp' || (type === undefined && own !== undefined);
  const found = isMeant && isObject(config) ? [{ config, id: own, loc: [...loc, 'config'] }] : [];
  const holders = Object.entries(value).filter(([key]) => HOLDERS.has(key) && key !== 'config');
  return [...found, ...holders.flatMap(([key, inner]) => configsIn(inner, [...loc, key]))];
}

/** Headers are secrets of their server: another server does not get them unless they are sent again. */
function requireHeaders({ config, loc }: GivenConfig, present: McpServer | undefined): void {
  const hasHeaders = Object.keys(present?.headers ?? {}).length > 0;
  if (!hasHeaders || config.url === undefined || config.headers !== undefined) return;
  if (originOf(config.url) === originOf(present?.url)) return;
  const msg = 'The headers belong to the former server. Send those of the new one, or {} for none.';
  throw invalidInput([{ loc: [...loc, 'headers'], msg, type: 'missing' }]);
}

/** The tools, or why there are none. */
async function listTools(server: McpServer): Promise<readonly McpTool[] | string> {
  try {
    return await listMcpTools(server);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof AddressRefused) return 'The URL must lead to a public address.';
    if (cause instanceof Error && ['TimeoutError', 'AbortError'].includes(cause.name))
      return 'The server did not list its tools within 5 seconds.';
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    return code === ''
      ? 'The answer of the server broke off, or has more than 1 MB.'
      : `The server could not be reached${code}.`;
  }
}

function requireTool(tools: readonly McpTool[], name: string, loc: readonly string[]): McpTool {
  const tool = tools.find((one) => one.name === name);
  if (tool) return tool;
  const names = tools.map((one) => one.name).join(', ');
  const msg = `The server has no tool of this name. It has: ${names || 'none'}`.slice(0, 1_000);
  throw invalidInput([{ loc: [...loc, 'name'], msg, type: 'unknown_tool' }]);
}

/** What a tool says about itself, unless the user says it. */
function pinned(config: Fields, { description, inputSchema }: McpTool): Fields {
  const { $schema: _, ...schema } = inputSchema;
  const words = description?.trim().slice(0, 2_000) || `The tool ${String(config.name)}.`;
  return { description: config.description ?? words, input_schema: config.input_schema ?? schema };
}

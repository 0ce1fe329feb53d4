import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';

const connection = z.object({
  /** The environment whose stacks run; missing in files of earlier versions. */
  environment: z._default(z.string(), 'staging'),
  base_url: z.string(),
  access_token: z.string(),
  second_access_token: z.string(),
  phone_number: z.string(),
  websocket_url: z.string(),
  carrier_url: z.string(),
  /** How to set the service's own clock forward; absent if it has none. */
  clock_url: z.optional(z.string()),
  model_url: z.string(),
  /** The default model of agents; `scripted` is simulated. */
  language_model: z.string(),
  bedrock_url: z.string(),
  vector_database_url: z.string(),
  aws_endpoint_url: z.string(),
  /** The secret access key of `operator` at that endpoint. */
  operator_key: z.string(),
  openapi_url: z.string(),
  /** For coding assistants; missing in files of earlier versions. */
  mcp_url: z.optional(z.string()),
  /** Absent if the console was not built. */
  console_url: z.optional(z.string()),
});
/** How programs reach the running service; stored in the data folder. */
export type Connection = z.infer<typeof connection>;

export const connectionPath = (directory: string) => join(directory, 'connection.json');

/** An error that says where no service was found, and how to start one there. */
export function startFirst(
  directory: string,
  reason = `No service is running on the data folder ${resolve(directory)}.`,
): string {
  return `${reason} Start it with "npm start${dataOption(directory)}" first, or name its folder with --data.`;
}

/** The option for a data folder after an npm command; empty for the default folder. */
export const dataOption = (directory: string) => (directory === '.local' ? '' : ` -- --data ${directory}`);

export function readConnection(directory: string): Connection | undefined {
  try {
    return connection.safeParse(JSON.parse(readFileSync(connectionPath(directory), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export function writeConnection(directory: string, value: Connection): void {
  mkdirSync(directory, { recursive: true });
  const temporary = `${connectionPath(directory)}.new`;
  writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, connectionPath(directory));
}

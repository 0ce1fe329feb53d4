import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The local service's AWS endpoint, and the credentials of its operator. */
export interface LocalAws {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const connection = z.object({ operator_key: z.string() });

/**
 * The local service that options of a command name; undefined if they name none. Its operator's key, which is new at each
 * start, is in its data folder. Throws if there is none.
 */
export function localAws(options: {
  readonly endpoint?: string | undefined;
  /** @default .local */
  readonly data?: string | undefined;
}): LocalAws | undefined {
  const { endpoint, data = '.local' } = options;
  if (endpoint === undefined) return undefined;
  const file = join(data, 'connection.json');
  try {
    const { operator_key } = connection.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { endpoint, credentials: { accessKeyId: 'operator', secretAccessKey: operator_key } };
  } catch {
    throw new Error(`${file} has no key of the local service: name the service's data folder with --data.`);
  }
}

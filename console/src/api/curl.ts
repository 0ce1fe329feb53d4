/** A request of the API that a person may copy. */
export interface CopiedRequest {
  readonly method: 'GET' | 'POST';
  /** Path with its query. */
  readonly target: string;
  readonly body?: unknown;
}

/** The request as a `curl` command for a POSIX shell. The token stays out: the command reads it from a variable. */
export function curlOf(origin: string, { method, target, body }: CopiedRequest): string {
  const parts = [
    method === 'GET' ? 'curl' : `curl -X ${method}`,
    quote(`${origin}${target}`),
    '-H "Authorization: Bearer $ACCESS_TOKEN"',
  ];
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `--data-raw ${quote(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

/** A word in single quotes: the shell changes nothing within them. */
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

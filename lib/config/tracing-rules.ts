import type { EnvironmentConfig } from './environment-config.ts';
import type { Rule } from './rule.ts';

/** A collector on the developer's machine needs no encryption. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The rules of traces. */
export function tracingRules({ tracing, logLevel }: EnvironmentConfig): Rule[] {
  if (!tracing) return [];
  return [
    [
      'tracing.endpoint',
      isEndpoint(tracing.endpoint),
      'must be the whole https URL of an endpoint for traces, without credentials or a query: they belong into its secret',
    ],
    [
      'logLevel',
      logLevel === 'INFO' || logLevel === 'DEBUG',
      'must be INFO or DEBUG with tracing: traces are made of lines of that level',
    ],
  ];
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  const { protocol, hostname, pathname, username, password, search, hash } = url;
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
  return isSafe && pathname !== '/' && `${username}${password}${search}${hash}` === '';
}

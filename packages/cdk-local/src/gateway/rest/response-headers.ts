/**
 * Headers that API Gateway renames or drops:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
 */
const REMAPPED = new Set([
  'connection',
  'content-length',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'via',
  'warning',
  'www-authenticate',
]);
const DROPPED = new Set([
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A function's headers after API Gateway; the content type is JSON by default. */
export function responseHeaders(
  headers: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const kept = headers
    .filter(([name]) => !DROPPED.has(name.toLowerCase()))
    .map(([name, value]): [string, string] => [
      REMAPPED.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name,
      value,
    ]);
  const hasType = kept.some(([name]) => name.toLowerCase() === 'content-type');
  return hasType ? kept : [['Content-Type', 'application/json'], ...kept];
}

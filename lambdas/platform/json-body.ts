import { invalidInput } from './errors.ts';

/** Reads a request's body as a JSON object of at most `maxBytes`. */
export function parseJsonObject(
  event: { readonly body: string | null; readonly isBase64Encoded: boolean },
  maxBytes: number,
): Record<string, unknown> {
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString()
    : (event.body ?? '');
  if (Buffer.byteLength(text) > maxBytes)
    fail(`The body may have at most ${maxBytes} bytes.`, 'body_too_large');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('The body must be a JSON object.', 'not_an_object');
  }
  return { ...value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('The body is not JSON.', 'not_json');
  }
}

function fail(msg: string, type: string): never {
  throw invalidInput([{ loc: ['body'], msg, type }]);
}

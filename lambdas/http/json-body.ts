import { header } from '../platform/header.ts';
import { decodeText } from '../platform/outbound/decode-text.ts';
import { JsonTooDeep, MAX_JSON_DEPTH, parseJson, placeOfIssue } from '../platform/parse-json.ts';
import { ApiError, invalidInput } from './errors.ts';

/** The parts of a request from which its body is read. */
export interface BodySource {
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
  readonly headers: Readonly<Record<string, string | undefined>> | null;
}

/** Parses a request's body as a JSON object of at most `maxBytes`. */
export function parseJsonObject(source: BodySource, maxBytes: number): Record<string, unknown> {
  const contentType = header(source.headers, 'content-type');
  const text = source.isBase64Encoded
    ? decodeText(Buffer.from(source.body ?? '', 'base64'), contentType)
    : (source.body ?? '').replace(/^\uFEFF/, '');
  if (text !== '') requireJsonType(contentType);
  if (Buffer.byteLength(text) > maxBytes) {
    const msg = `The body may have at most ${maxBytes} bytes.`;
    throw new ApiError('too_large', [{ loc: ['body'], msg, type: 'body_too_large' }]);
  }
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('The body must be a JSON object.', 'not_an_object');
  }
  return { ...value };
}

/** A body without a Content-Type counts as JSON. */
function requireJsonType(contentType: string | undefined): void {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (mediaType === '' || mediaType === 'application/json' || mediaType.endsWith('+json')) return;
  const msg = 'The body must be JSON, sent with the header Content-Type: application/json.';
  throw new ApiError('unsupported_media_type', [
    { loc: ['header', 'content-type'], msg, type: 'unsupported_media_type' },
  ]);
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonTooDeep)
      return fail(`The body may be nested at most ${MAX_JSON_DEPTH} levels deep.`, 'too_deep');
    const { line, column } = placeOfIssue(text);
    return fail(`The body is not JSON: see line ${line}, column ${column}.`, 'not_json');
  }
}

function fail(msg: string, type: string): never {
  throw invalidInput([{ loc: ['body'], msg, type }]);
}

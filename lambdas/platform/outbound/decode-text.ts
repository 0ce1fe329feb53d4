import { TextDecoder } from 'node:util';

/**
 * Decodes text from outside as browsers do (https://encoding.spec.whatwg.org/#decode): a byte order mark comes before the
 * charset of the Content-Type, and UTF-8 is the default. Zero bytes also reveal UTF-16, because JSON begins with ASCII.
 */
export function decodeText(
  bytes: Uint8Array,
  contentType = '',
  options?: { readonly stream: boolean },
): string {
  const [, charset] = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType) ?? [];
  return decoderOf(foundEncoding(bytes) ?? charset).decode(bytes, options);
}

function foundEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (second === 0 || (first === 0xff && second === 0xfe)) return 'utf-16le';
  if (first === 0 || (first === 0xfe && second === 0xff)) return 'utf-16be';
  return undefined;
}

/** The decoder also drops the byte order mark. An unknown charset is read as UTF-8. */
function decoderOf(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

import { createReadStream } from 'node:fs';
import { CommandError } from '../errors.ts';

/** Default maximum file size in bytes: far above any hand-written script or sample. */
const MAX_BYTES = 1_000_000;

/** Reads a text file or pipe. Throws CommandError, in one sentence, if it is missing, too large or not UTF-8. */
export async function readText(path: string, what: string, maxBytes = MAX_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { end: maxBytes })) chunks.push(chunk);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new CommandError(`The ${what} ${path} cannot be read: ${REASONS[code] ?? code}.`);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maxBytes)
    throw new CommandError(`The ${what} ${path} is larger than ${maxBytes.toLocaleString('en')} bytes.`);
  const text = bytes.toString('utf8');
  if (/[\0\ufffd]/.test(text)) throw new CommandError(`The ${what} ${path} is not UTF-8 text.`);
  return text;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

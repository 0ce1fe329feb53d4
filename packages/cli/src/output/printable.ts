import { stripVTControlCharacters } from 'node:util';

/** Removes control characters, so that untrusted words can't control the terminal. */
export const printable = (text: string): string => stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');

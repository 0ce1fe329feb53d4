import { TwimlError } from './twiml-error.ts';

/**
 * Resolves a URL. An absolute one stays exactly unchanged, because signatures cover its characters; a relative one is
 * relative to its document.
 */
export function resolveUrl(url: string, base: string | undefined): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  if (base === undefined || !URL.canParse(url, base))
    throw new TwimlError(11100, `Invalid URL format: ${url}`);
  return new URL(url, base).href;
}

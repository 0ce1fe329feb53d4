import { TwimlError } from './twiml-error.ts';

/** An absolute URL stays exactly as it is, because signatures cover its characters; a relative one follows its document's. */
export function resolveUrl(url: string, base: string | undefined): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  if (base === undefined || !URL.canParse(url, base))
    throw new TwimlError(11100, `Invalid URL format: ${url}`);
  return new URL(url, base).href;
}

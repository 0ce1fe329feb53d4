/** Punctuation at the edges of a word. Within a word it may change the meaning: 1.5 is not 15. */
const EDGES =
  /^[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'.,!?;:…¿¡。、，！？–—-]+|[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'.,!?;:…¿¡。、，！？–—-]+$/gu;

/** The words without the differences that transcription still corrects: case, spaces and punctuation. */
export function normalizedWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(EDGES, ''))
    .filter((word) => word !== '')
    .join(' ');
}

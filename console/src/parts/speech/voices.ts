/** Who speaks a line. */
export type Speaker = 'agent' | 'contact';

/** A voice of the browser, as far as the choice of one needs it. */
type Voice = Pick<SpeechSynthesisVoice, 'voiceURI' | 'lang' | 'localService'>;

/** How a speaker sounds. */
export interface Sound<V extends Voice = SpeechSynthesisVoice> {
  readonly voice: V;
  /** 1 is the voice's own. */
  readonly pitch: number;
}

/**
 * A voice for each speaker, in the language (ISO 639-1) if there is one: voices of this device before those that send the
 * words elsewhere. Two speakers of one voice differ by their pitch. Returns undefined if there are no voices.
 */
export function soundsOf<V extends Voice>(
  voices: readonly V[],
  language: string,
): Readonly<Record<Speaker, Sound<V>>> | undefined {
  const speaking = voices.filter(({ lang }) => lang.toLowerCase().split(/[-_]/)[0] === language);
  const candidates = (speaking.length > 0 ? speaking : voices).toSorted(
    (one, other) => Number(other.localService) - Number(one.localService),
  );
  const [agent, contact] = candidates;
  if (!agent) return undefined;
  if (!contact) return { agent: { voice: agent, pitch: 1 }, contact: { voice: agent, pitch: 0.7 } };
  return { agent: { voice: agent, pitch: 1 }, contact: { voice: contact, pitch: 1 } };
}

/** Characters that are spoken at once: browsers break longer texts off. */
const PIECE = 200;

/** Characters of a line that are spoken: a minute or two. */
const SPOKEN = 2_000;

const SENTENCE = /.+?(?:[.!?…]+["”»)]*(?=\s|$)|[。！？]+|$)/gsu;

/** Words of a sentence up to the length of a piece; a word that is longer is cut. */
const WORDS = new RegExp(`\\S.{0,${PIECE - 1}}(?=\\s|$)|\\S{1,${PIECE}}`, 'gsu');

/** A text in pieces that a browser speaks to their end: sentences, and parts of long ones. */
export function piecesOf(text: string): readonly string[] {
  const sentences = text.slice(0, SPOKEN).match(SENTENCE) ?? [];
  return sentences.flatMap((sentence) => sentence.match(WORDS) ?? []).map((piece) => piece.trim());
}

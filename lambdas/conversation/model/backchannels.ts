import type { Language } from '../../vendors/model/languages.ts';
import type { Session } from './session.ts';
import { normalizedPhrase, normalizedWords } from './words/normalized-phrase.ts';

/** Sounds and words, in any language, that only show that the listener listens. */
const COMMON =
  'mm, mhm, mm-hm, mmhm, mm-hmm, mmm, mhmm, hm, hmm, hmmm, uh-huh, uhhuh, uh, aha, ah, oh, okay, ok';

/** The same, by language. None of them may be a question or an instruction. */
const OWN: Readonly<Record<Language, string>> = {
  en: "yeah, yep, yup, right, all right, alright, sure, huh, thanks, thank you, i see, got it, i got it, gotcha, makes sense, that makes sense, i understand, understood, exactly, great, perfect, that's right, cool, nice, wow, very good, sounds good, thank you so much",
  es: 'sí, ya, claro, vale, ajá, bueno, gracias, muchas gracias, ya veo, entiendo, entendido, lo entiendo, tiene sentido, de acuerdo, perfecto, muy bien, exacto, está bien, claro que sí',
  de: 'ja, genau, stimmt, klar, ach, so, ach so, gut, danke, danke schön, vielen dank, verstehe, ich verstehe, verstanden, alles klar, das ergibt sinn, ergibt sinn, macht sinn, das macht sinn, in ordnung, sehr gut, richtig, super',
  hi: 'हाँ, हां, अच्छा, जी, haan, accha, ji, धन्यवाद, शुक्रिया, समझ गया, समझ गई, मैं समझ गया, मैं समझ गई, ठीक, ठीक है, सही, सही है, dhanyavaad, shukriya, theek hai, samajh gaya, samajh gayi',
  pt: 'sim, tá, certo, pois, aham, uhum, obrigado, obrigada, muito obrigado, muito obrigada, entendo, entendi, já entendi, percebi, faz sentido, tá bom, está bem, claro, perfeito, muito bem, exato',
  fr: "oui, ouais, voilà, bien, euh, merci, merci beaucoup, je vois, je comprends, compris, j'ai compris, d'accord, ah bon, entendu, c'est logique, ça a du sens, très bien, parfait, exactement",
  nl: 'ja, precies, klopt, dank u, dank je, dank u wel, dank je wel, bedankt, ik snap het, snap ik, ik begrijp het, begrepen, duidelijk, logisch, dat klopt, goed, prima, oké',
  id: 'ya, iya, oke, baik, terima kasih, makasih, saya mengerti, mengerti, saya paham, paham, begitu, oh begitu, masuk akal, betul, bagus',
  it: "sì, già, certo, ecco, va, bene, va bene, grazie, grazie mille, capisco, capito, ho capito, ha senso, d'accordo, chiaro, perfetto, molto bene, esatto",
  ja: 'あ, ああ, はい, ええ, うん, へえ, そうですね, なるほど, ありがとう, ありがとうございます, わかりました, 分かりました, 了解です, 承知しました, そうですか, そうなんですね, 確かに',
  ko: '네, 네네, 예, 응, 음, 아, 감사합니다, 고맙습니다, 알겠습니다, 알겠어요, 그렇군요, 그렇구나, 이해했습니다, 이해했어요, 이해가 돼요, 맞아요, 맞습니다, 좋아요',
};

const MOST_BACKCHANNELS = 3;

/** Whether an utterance only says that the contact listens. While the agent speaks, it is no turn. */
export function isBackchannel(text: string, language: Language): boolean {
  const one = normalizedPhrase(`${COMMON}, ${OWN[language]}`).replaceAll(', ', '|');
  const space = language === 'ja' ? ' ?' : ' ';
  const few = new RegExp(`^(?:${one})(?:${space}(?:${one})){0,${MOST_BACKCHANNELS - 1}}$`, 'u');
  return few.test(normalizedWords(text));
}

/** Characters of the agent's words that may be left when a contact answers: about a word, or two thirds of a second. */
const LEFT_AT_ANSWER = 10;

/** A question mark at the end of a text, also before a closing quotation mark or bracket. */
const QUESTION = /[?？][\s"'”’»)」]*$/;

/** Whether a contact may be answering already: about a word is left, or more than half of a question was played. */
export function mayBeAnswered({
  answer,
  played_characters: played = 0,
}: Pick<Session, 'answer' | 'played_characters'>): boolean {
  if (!answer?.complete) return false;
  const { length } = answer.text.trimEnd();
  return length - played <= LEFT_AT_ANSWER || (QUESTION.test(answer.text) && 2 * played > length);
}

import type { Language } from '../../vendors/model/languages.ts';
import { isBackchannel } from './backchannels.ts';
import { normalizedPhrase } from './words/normalized-phrase.ts';

/** Phrases of a farewell, in any language. */
const COMMON = 'bye bye|bye|goodbye|ciao|thank you|thanks';

/** The same, by language. None of them may be a question, a refusal or a request. */
const OWN: Readonly<Record<Language, string>> = {
  en: "thank you (?:so|very) much|thanks (?:so much|a lot)|many thanks|(?:have a|good) (?:good|great|nice|lovely)? ?(?:day|evening|night|weekend|one|afternoon)|you too|take care|see you(?: then| soon| later)?|talk to you (?:soon|later)|that's all|cheers|good-?bye|bye-bye|all right|alright|great|perfect",
  es: 'muchas gracias|gracias|adiós|hasta (?:luego|pronto|mañana|la vista)|chao|igualmente|que tenga (?:un )?buen día|buen día|buenas (?:tardes|noches)|perfecto|muy bien|muy amable',
  de: '(?:vielen|herzlichen|besten) dank|danke(?: schön| sehr)?|auf wiederhören|auf wiedersehen|wiederhören|tschüss|tschüs|tschau|(?:einen )?schönen (?:tag|abend)(?: noch)?|ebenfalls|gleichfalls|bis (?:dann|bald|morgen)|alles klar|gut|super|ihnen auch',
  hi: 'बहुत बहुत धन्यवाद|बहुत धन्यवाद|धन्यवाद|शुक्रिया|नमस्ते|अलविदा|बाय|फिर मिलेंगे|ठीक है',
  pt: 'muito obrigad[oa]|obrigad[oa]|tchau|adeus|até (?:logo|mais|breve|amanhã)|(?:tenha )?um bom dia|bom dia|boa (?:tarde|noite)|igualmente|perfeito|tudo bem',
  fr: 'merci (?:beaucoup|bien)|merci|au revoir|à bientôt|salut|adieu|bonne (?:journée|soirée|nuit)|à vous aussi|de même|parfait|très bien|d.accord',
  nl: 'hartelijk dank|dank (?:u|je) ?(?:wel)?|dankjewel|bedankt|tot ziens|tot (?:straks|morgen)|dag|doei|fijne (?:dag|avond)(?: nog)?|hetzelfde|prima|goed|oké',
  id: 'terima kasih(?: banyak)?|sampai jumpa|sampai nanti|selamat (?:tinggal|siang|sore|malam|pagi)|dadah|makasih',
  it: 'grazie mille|molte grazie|grazie|arrivederci|arrivederla|a presto|buona (?:giornata|serata|notte)|buongiorno|altrettanto|perfetto|benissimo|d.accordo',
  ja: 'どうも|ありがとうございました|ありがとうございます|ありがとう|失礼いたします|失礼します|失礼しました|さようなら|では|それでは|じゃあね|またね|バイバイ|お願いします|よろしく|わかりました|承知しました',
  ko: '감사합니다|고맙습니다|고마워요|안녕히 계세요|안녕히 가세요|안녕히 계십시오|안녕|수고하세요|수고하셨습니다|들어가세요|알겠습니다|좋은 하루 되세요',
};

/** Whether an utterance is nothing but a farewell or thanks, perhaps with words that only show that the contact listens. */
export function isFarewell(text: string, language: Language): boolean {
  const words = normalizedPhrase(text).replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ');
  // Japanese has no spaces between words.
  const [from, to] =
    language === 'ja' ? ['', ''] : [String.raw`(?<![\p{L}\p{M}'])`, String.raw`(?![\p{L}\p{M}'])`];
  const rest = words.replace(new RegExp(`${from}(?:${OWN[language]}|${COMMON})${to}`, 'gu'), ' ').trim();
  return rest !== words.trim() && (rest === '' || isBackchannel(rest, language));
}

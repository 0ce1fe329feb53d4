import type { Language } from '../../vendors/model/languages.ts';
import { containsPhrase } from './words/normalized-phrase.ts';

/** Words of greetings that ask for a message. */
const VOICEMAIL_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'leave a message',
    'leave your message',
    'leave me a message',
    'after the tone',
    'after the beep',
    'at the tone',
    'at the beep',
    'record your message',
    'voicemail',
    'voice mail',
    'mailbox',
  ],
  es: [
    'deje un mensaje',
    'deje su mensaje',
    'después de la señal',
    'después del tono',
    'buzón de voz',
    'contestador',
  ],
  de: [
    'hinterlassen sie',
    'hinterlasse eine nachricht',
    'nach dem signalton',
    'nach dem ton',
    'nach dem piepton',
    'anrufbeantworter',
    'sprachnachricht',
  ],
  hi: ['संदेश छोड़', 'मैसेज छोड़', 'बीप के बाद', 'टोन के बाद', 'वॉइसमेल'],
  pt: [
    'deixe uma mensagem',
    'deixe sua mensagem',
    'deixe o seu recado',
    'deixe seu recado',
    'após o sinal',
    'depois do sinal',
    'após o bipe',
    'caixa postal',
    'correio de voz',
  ],
  fr: [
    'laissez un message',
    'laissez-moi un message',
    'laisser un message',
    'votre message',
    'après le bip',
    'après le signal',
    'messagerie',
    'répondeur',
  ],
  nl: [
    'laat een bericht',
    'spreek een bericht',
    'bericht achterlaten',
    'na de piep',
    'na de toon',
    'antwoordapparaat',
  ],
  id: ['tinggalkan pesan', 'setelah nada', 'setelah bunyi', 'kotak suara', 'pesan suara'],
  it: [
    'lasciate un messaggio',
    'lasci un messaggio',
    'lascia un messaggio',
    'dopo il segnale',
    'dopo il bip',
    'segreteria telefonica',
    'casella vocale',
  ],
  ja: ['メッセージをお', 'ピーという', '発信音の後', '留守番電話', '伝言'],
  ko: ['메시지를 남겨', '삐 소리', '신호음', '음성 사서함', '음성사서함'],
};

const SCREENING_WORDS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'who is calling',
    "who's calling",
    'reason for calling',
    'reason for your call',
    'state your name',
    'record your name',
    'say your name',
    'screening',
    'see if this person is available',
    'call assistant',
  ],
  es: [
    'quién llama',
    'quién es',
    'motivo de su llamada',
    'motivo de la llamada',
    'diga su nombre',
    'filtrado de llamadas',
  ],
  de: [
    'wer ist am apparat',
    'wer ruft an',
    'wer spricht',
    'grund ihres anrufs',
    'grund für ihren anruf',
    'nennen sie ihren namen',
    'sagen sie ihren namen',
    'anruffilter',
  ],
  hi: ['कौन बोल', 'कॉल करने का कारण', 'अपना नाम बता', 'अपना नाम बोल'],
  pt: [
    'quem está falando',
    'quem fala',
    'quem está ligando',
    'motivo da ligação',
    'motivo da chamada',
    'diga seu nome',
    'diga o seu nome',
  ],
  fr: [
    "qui est à l'appareil",
    'qui appelle',
    'motif de votre appel',
    'raison de votre appel',
    'dites votre nom',
    'indiquez votre nom',
  ],
  nl: ['wie belt', 'met wie spreek', 'reden van uw', 'reden voor uw', 'zeg uw naam', 'noem uw naam'],
  id: ['siapa yang menelepon', 'dengan siapa', 'alasan menelepon', 'alasan panggilan', 'sebutkan nama'],
  it: ['chi parla', 'chi chiama', 'motivo della chiamata', 'dica il suo nome', 'dica il nome'],
  ja: ['どちら様', 'お名前とご用件', 'ご用件を', 'お名前をお'],
  ko: ['누구세요', '누구신가요', '성함과 용건', '용건을', '이름을 말씀'],
};

const includesOne = (text: string, phrases: readonly string[]) =>
  phrases.some((phrase) => containsPhrase(text, phrase));

/** Whether words ask who is calling, or why. Machines may ask in English, whatever the language. */
export const isScreening = (text: string, language: Language): boolean =>
  includesOne(text, [...SCREENING_WORDS[language], ...SCREENING_WORDS.en]);

/** Whether words are a greeting that asks for a message, and not a question about who is calling. */
export const isVoicemailGreeting = (text: string, language: Language): boolean =>
  includesOne(text, [...VOICEMAIL_WORDS[language], ...VOICEMAIL_WORDS.en]) && !isScreening(text, language);

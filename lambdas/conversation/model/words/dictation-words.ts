import type { Language } from '../../../vendors/model/languages.ts';

/** What a contact is asked to dictate. */
export type Dictated = 'number' | 'spelling';

interface DictationWords extends Readonly<Record<Dictated, string>> {
  /** What makes a sentence a request, besides a question mark. */
  readonly please: string;
  /** What the contact then says, for speech recognition. */
  readonly digits: string;
  readonly signs: string;
}

/** Phrases with bars between them; in a request they say what the contact is to dictate. */
export const DICTATION_WORDS: Readonly<Record<Language, DictationWords>> = {
  en: {
    please: 'please|tell me|give me',
    number: 'number|code|digits|zip|postcode|date of birth|pin',
    spelling: 'spell|email|e-mail|your name|first name|last name|surname|address',
    digits: 'zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple',
    signs: 'at|dot|hyphen|underscore|as in',
  },
  es: {
    please: 'por favor|dígame|dime',
    number: 'número|código|dígitos|fecha de nacimiento|dni',
    spelling: 'deletre|correo|email|su nombre|tu nombre|apellido|dirección',
    digits: 'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
    signs: 'arroba|punto|guion|guion bajo|con be|con uve',
  },
  de: {
    please: 'bitte|nennen sie|sagen sie',
    number: 'nummer|ziffern|postleitzahl|pin|geburtsdatum|code',
    spelling: 'buchstabier|e-mail|email|ihr name|ihren namen|dein name|deinen namen|nachname|vorname|adresse',
    digits: 'null|eins|zwei|zwo|drei|vier|fünf|sechs|sieben|acht|neun',
    signs: 'at|punkt|bindestrich|unterstrich|wie',
  },
  hi: {
    please: 'कृपया|बताइए|बताएं',
    number: 'नंबर|नम्बर|कोड|अंक|जन्म',
    spelling: 'स्पेल|ईमेल|नाम|पता',
    digits: 'शून्य|एक|दो|तीन|चार|पांच|छह|सात|आठ|नौ|डबल',
    signs: 'एट|डॉट|हाइफ़न|अंडरस्कोर',
  },
  pt: {
    please: 'por favor|me diga|informe',
    number: 'número|código|dígitos|cep|cpf|data de nascimento',
    spelling: 'soletr|e-mail|email|seu nome|sobrenome|endereço',
    digits: 'zero|um|dois|três|quatro|cinco|seis|meia|sete|oito|nove',
    signs: 'arroba|ponto|hífen|underline',
  },
  fr: {
    please: "s'il vous plaît|s'il te plaît|dites-moi|donnez-moi",
    number: 'numéro|code|chiffres|date de naissance',
    spelling: 'épel|e-mail|email|mail|votre nom|ton nom|prénom|adresse',
    digits: 'zéro|un|deux|trois|quatre|cinq|six|sept|huit|neuf',
    signs: 'arobase|point|tiret|tiret bas|comme',
  },
  nl: {
    please: 'alstublieft|graag|geef',
    number: 'nummer|code|cijfers|postcode|geboortedatum',
    spelling: 'spel|e-mail|email|uw naam|je naam|achternaam|voornaam|adres',
    digits: 'nul|een|twee|drie|vier|vijf|zes|zeven|acht|negen',
    signs: 'apenstaartje|punt|streepje|liggend streepje',
  },
  id: {
    please: 'tolong|silakan|mohon',
    number: 'nomor|kode|angka|tanggal lahir',
    spelling: 'eja|email|nama|alamat',
    digits: 'nol|kosong|satu|dua|tiga|empat|lima|enam|tujuh|delapan|sembilan',
    signs: 'et|titik|strip|garis bawah',
  },
  it: {
    please: 'per favore|per cortesia|mi dica',
    number: 'numero|codice|cifre|cap|data di nascita',
    spelling: 'compit|lettera per lettera|e-mail|email|suo nome|tuo nome|cognome|indirizzo',
    digits: 'zero|uno|due|tre|quattro|cinque|sei|sette|otto|nove',
    signs: 'chiocciola|punto|trattino|trattino basso|come',
  },
  ja: {
    please: 'ください|お願い',
    number: '番号|コード|数字|桁|生年月日',
    spelling: 'スペル|メール|お名前|名前|住所',
    digits: 'ゼロ|いち|に|さん|よん|ご|ろく|なな|はち|きゅう',
    signs: 'アットマーク|ドット|ハイフン|アンダーバー',
  },
  ko: {
    please: '주세요|주시|부탁',
    number: '번호|코드|숫자|자리|생년월일',
    spelling: '철자|이메일|성함|이름|주소',
    digits: '영|공|일|이|삼|사|오|육|칠|팔|구',
    signs: '골뱅이|점|하이픈|밑줄',
  },
};

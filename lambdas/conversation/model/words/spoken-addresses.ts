import type { Language } from '../../../vendors/model/languages.ts';

const SIGNS = ['@', '.', '/', '-', '_', '+', ':'];

/** How people read the signs of an address, in the order of SIGNS. */
const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['at', 'dot', 'slash', 'dash', 'underscore', 'plus', 'colon'],
  es: ['arroba', 'punto', 'barra', 'guion', 'guion bajo', 'más', 'dos puntos'],
  de: ['at', 'Punkt', 'Schrägstrich', 'Bindestrich', 'Unterstrich', 'plus', 'Doppelpunkt'],
  hi: ['ऐट', 'डॉट', 'स्लैश', 'डैश', 'अंडरस्कोर', 'प्लस', 'कोलन'],
  pt: ['arroba', 'ponto', 'barra', 'hífen', 'sublinhado', 'mais', 'dois pontos'],
  fr: ['arobase', 'point', 'barre oblique', 'tiret', 'tiret bas', 'plus', 'deux-points'],
  nl: ['apenstaartje', 'punt', 'schuine streep', 'streepje', 'laag streepje', 'plus', 'dubbele punt'],
  id: ['at', 'titik', 'garis miring', 'strip', 'garis bawah', 'plus', 'titik dua'],
  it: ['chiocciola', 'punto', 'barra', 'trattino', 'trattino basso', 'più', 'due punti'],
  ja: ['アットマーク', 'ドット', 'スラッシュ', 'ハイフン', 'アンダーバー', 'プラス', 'コロン'],
  ko: ['골뱅이', '닷', '슬래시', '하이픈', '언더바', '플러스', '콜론'],
};

const HOST = '(?:[\\p{Script=Latin}\\p{N}\\u0300-\\u036F-]+\\.)+';

/** Ends of names of hosts. Other words around a full stop may be sentences, abbreviations or files. */
const DOMAINS = 'com|org|net|edu|gov|info|biz|app|dev|io|ai|eu|uk|ca|au|de|ch|fr|es|mx|pt|br|nl|id|it|jp|kr';

const EMAIL = new RegExp(`^[^@\\s]+@${HOST}[\\p{Script=Latin}\\u0300-\\u036F]{2,}$`, 'u');
const URL_WITHOUT_SCHEME = new RegExp(`^(?:www\\..+|${HOST}(?:${DOMAINS}))(?:[/?#].*)?$`, 'u');

/** An e-mail or web address as people read it: without its scheme, “www” and query. Undefined if it is none. */
export function spokenAddress(text: string, language: Language): string | undefined {
  if (EMAIL.test(text)) return read(text, language);
  const address = text.replace(/^https?:\/\//i, '');
  if (address === text && !URL_WITHOUT_SCHEME.test(address)) return undefined;
  return read(address.replace(/^www\./i, '').replace(/\/*(?:[?#].*)?$/, ''), language);
}

function read(address: string, language: Language): string {
  const words = address.replace(/[@./_+:-]/g, (sign) => ` ${NAMES[language][SIGNS.indexOf(sign)]} `);
  return words.replace(/\s+/g, ' ').trim();
}

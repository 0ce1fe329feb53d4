import type { Language } from '../../agents/model/languages.ts';

const WORDS_OF_RETURN: Readonly<Record<Language, readonly string[]>> = {
  en: ['hello', 'are you there', 'still there', 'for holding', 'for waiting', 'i am back', "i'm back"],
  es: ['hola', 'sigue ahí', 'por esperar', 'por la espera', 'ya estoy'],
  de: ['hallo', 'sind sie noch da', 'noch dran', 'fürs warten', 'für das warten', 'bin wieder da'],
  hi: ['हैलो', 'हेलो', 'नमस्ते', 'प्रतीक्षा करने', 'इंतज़ार करने', 'आप वहाँ'],
  pt: ['alô', 'olá', 'está aí', 'por esperar', 'por aguardar', 'estou de volta'],
  fr: ['allô', 'bonjour', 'vous êtes là', 'toujours là', "d'avoir patienté", "d'avoir attendu"],
  nl: ['hallo', 'bent u er nog', 'voor het wachten', 'ben weer terug'],
  id: ['halo', 'masih di sana', 'sudah menunggu', 'telah menunggu'],
  it: ['pronto', 'è ancora lì', 'per aver atteso', "per l'attesa", 'sono tornat'],
  ja: ['もしもし', 'お待たせ', 'いらっしゃいますか'],
  ko: ['여보세요', '기다려', '계세요', '계신가요'],
};

/** Whether words end a hold: a greeting, thanks for waiting, or the agent's name. */
export function isBackFromHold(
  text: string,
  { language, name }: { readonly language: Language; readonly name?: string | null | undefined },
): boolean {
  const said = text.toLowerCase().replaceAll('’', "'");
  const words = name ? [...WORDS_OF_RETURN[language], name.toLowerCase()] : WORDS_OF_RETURN[language];
  return words.some((word) => said.includes(word));
}

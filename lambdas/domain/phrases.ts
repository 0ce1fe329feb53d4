import type { Language } from './agent.ts';

interface Phrases {
  /** Said when the language model failed. */
  readonly trouble: string;
  /** Said when it failed again and again, or when the time of the call is up, before hanging up. */
  readonly farewell: string;
}

/** What the service itself says to a callee. */
export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    trouble: 'Sorry, I had a problem just now. Could you say that again?',
    farewell: 'I am sorry, I cannot go on with this call. Goodbye.',
  },
  es: {
    trouble: 'Perdón, he tenido un problema. ¿Puede repetirlo?',
    farewell: 'Lo siento, no puedo continuar con la llamada. Adiós.',
  },
  de: {
    trouble: 'Entschuldigung, ich hatte gerade ein Problem. Könnten Sie das wiederholen?',
    farewell: 'Es tut mir leid, ich kann das Gespräch nicht fortsetzen. Auf Wiederhören.',
  },
  hi: {
    trouble: 'माफ़ कीजिए, अभी एक समस्या हुई। क्या आप फिर से कहेंगे?',
    farewell: 'माफ़ कीजिए, मैं यह कॉल जारी नहीं रख सकता। नमस्ते।',
  },
  pt: {
    trouble: 'Desculpe, tive um problema agora. Pode repetir?',
    farewell: 'Sinto muito, não posso continuar esta ligação. Até logo.',
  },
  fr: {
    trouble: 'Pardon, je viens d’avoir un problème. Pouvez-vous répéter ?',
    farewell: 'Je suis désolé, je ne peux pas continuer cet appel. Au revoir.',
  },
  nl: {
    trouble: 'Sorry, er ging net iets mis. Kunt u dat herhalen?',
    farewell: 'Het spijt me, ik kan dit gesprek niet voortzetten. Tot ziens.',
  },
  id: {
    trouble: 'Maaf, tadi ada masalah. Bisa diulangi?',
    farewell: 'Maaf, saya tidak dapat melanjutkan panggilan ini. Sampai jumpa.',
  },
  it: {
    trouble: 'Mi scusi, ho avuto un problema. Può ripetere?',
    farewell: 'Mi dispiace, non posso continuare la chiamata. Arrivederci.',
  },
  ja: {
    trouble: 'すみません、問題が発生しました。もう一度お願いできますか。',
    farewell: '申し訳ありませんが、通話を続けられません。失礼いたします。',
  },
  ko: {
    trouble: '죄송합니다, 문제가 있었습니다. 다시 말씀해 주시겠어요?',
    farewell: '죄송합니다, 통화를 계속할 수 없습니다. 안녕히 계세요.',
  },
};

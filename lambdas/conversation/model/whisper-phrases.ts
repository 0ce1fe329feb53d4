import type { Language } from '../../vendors/model/languages.ts';

/** `introduction` describes a call of which nothing else is known. The key is that of calls/callbacks/transfer-key.ts. */
export const WHISPER_PHRASES = {
  en: {
    introduction: 'A caller would like to speak with you.',
    question: 'To take the call, press 1. To decline it, press any other key.',
  },
  es: {
    introduction: 'Una persona desea hablar con usted.',
    question: 'Para aceptar la llamada, pulse 1. Para rechazarla, pulse cualquier otra tecla.',
  },
  de: {
    introduction: 'Ein Anrufer möchte mit Ihnen sprechen.',
    question: 'Um den Anruf anzunehmen, drücken Sie die 1. Um ihn abzulehnen, drücken Sie eine andere Taste.',
  },
  hi: {
    introduction: 'एक कॉलर आपसे बात करना चाहते हैं।',
    question: 'कॉल लेने के लिए 1 दबाएँ। मना करने के लिए कोई और बटन दबाएँ।',
  },
  pt: {
    introduction: 'Uma pessoa gostaria de falar com você.',
    question: 'Para atender a chamada, pressione 1. Para recusar, pressione qualquer outra tecla.',
  },
  fr: {
    introduction: 'Une personne souhaite vous parler.',
    question: "Pour prendre l'appel, appuyez sur 1. Pour le refuser, appuyez sur une autre touche.",
  },
  nl: {
    introduction: 'Een beller wil u graag spreken.',
    question: 'Toets 1 om het gesprek aan te nemen. Toets een andere toets om het te weigeren.',
  },
  id: {
    introduction: 'Seorang penelepon ingin berbicara dengan Anda.',
    question: 'Untuk menerima panggilan, tekan 1. Untuk menolak, tekan tombol lain.',
  },
  it: {
    introduction: 'Una persona desidera parlare con Lei.',
    question: 'Per accettare la chiamata, prema 1. Per rifiutarla, prema un altro tasto.',
  },
  ja: {
    introduction: 'お客様がお話しになりたいそうです。',
    question: '電話に出る場合は1を、お断りになる場合はほかのキーを押してください。',
  },
  ko: {
    introduction: '고객이 통화를 원합니다.',
    question: '전화를 받으려면 1번을, 거절하려면 다른 번호를 누르세요.',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;

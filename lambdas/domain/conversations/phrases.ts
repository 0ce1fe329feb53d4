import type { Language } from '../records/languages.ts';

interface Phrases {
  readonly trouble: string;
  readonly farewell: string;
  readonly goodbye: string;
  readonly not_called_again: string;
  readonly moment: string;
  readonly connecting: string;
  readonly holding: string;
  readonly unreachable: string;
  readonly interrupted: string;
  readonly presence: string;
  readonly voicemail: string;
}

/** The service's own words to a callee. */
export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    trouble: 'Sorry, I had a problem just now. Could you say that again?',
    farewell: 'I am sorry, I cannot go on with this call. Goodbye.',
    goodbye: 'Thank you. Goodbye.',
    not_called_again: 'I understand: you will not be called again. Goodbye.',
    moment: 'One moment, please.',
    connecting: 'One moment, I am connecting you.',
    holding: 'All right, I will wait.',
    unreachable: 'I am sorry, nobody could be reached there. Is there anything else I can do for you?',
    interrupted: 'Sorry, the line was interrupted for a moment. Please go on.',
    presence: 'Are you still there?',
    voicemail: 'Hello, I tried to reach you by telephone. Please call us back. Thank you, goodbye.',
  },
  es: {
    trouble: 'Perdón, he tenido un problema. ¿Puede repetirlo?',
    farewell: 'Lo siento, no puedo continuar con la llamada. Adiós.',
    goodbye: 'Gracias. Adiós.',
    not_called_again: 'Entendido: no le volveremos a llamar. Adiós.',
    moment: 'Un momento, por favor.',
    connecting: 'Un momento, le comunico.',
    holding: 'De acuerdo, espero.',
    unreachable: 'Lo siento, no se ha podido contactar con nadie. ¿Puedo ayudarle en algo más?',
    interrupted: 'Perdón, la línea se ha cortado un momento. Continúe, por favor.',
    presence: '¿Sigue ahí?',
    voicemail: 'Hola, he intentado llamarle. Por favor, devuélvanos la llamada. Gracias, adiós.',
  },
  de: {
    trouble: 'Entschuldigung, ich hatte gerade ein Problem. Könnten Sie das wiederholen?',
    farewell: 'Es tut mir leid, ich kann das Gespräch nicht fortsetzen. Auf Wiederhören.',
    goodbye: 'Vielen Dank. Auf Wiederhören.',
    not_called_again: 'Verstanden: Sie werden nicht wieder angerufen. Auf Wiederhören.',
    moment: 'Einen Moment, bitte.',
    connecting: 'Einen Moment, ich verbinde Sie.',
    holding: 'In Ordnung, ich warte.',
    unreachable: 'Es tut mir leid, dort war niemand zu erreichen. Kann ich sonst etwas für Sie tun?',
    interrupted: 'Entschuldigung, die Leitung war kurz unterbrochen. Bitte sprechen Sie weiter.',
    presence: 'Sind Sie noch da?',
    voicemail:
      'Guten Tag, ich habe versucht, Sie zu erreichen. Bitte rufen Sie uns zurück. Vielen Dank, auf Wiederhören.',
  },
  hi: {
    trouble: 'माफ़ कीजिए, अभी एक समस्या हुई। क्या आप फिर से कहेंगे?',
    farewell: 'माफ़ कीजिए, मैं यह कॉल जारी नहीं रख सकता। नमस्ते।',
    goodbye: 'धन्यवाद। नमस्ते।',
    not_called_again: 'मैं समझ गया: आपको फिर से कॉल नहीं किया जाएगा। नमस्ते।',
    moment: 'एक क्षण, कृपया।',
    connecting: 'एक क्षण, मैं आपको जोड़ रहा हूँ।',
    holding: 'ठीक है, मैं प्रतीक्षा करता हूँ।',
    unreachable: 'माफ़ कीजिए, वहाँ किसी से संपर्क नहीं हो सका। क्या मैं और कुछ कर सकता हूँ?',
    interrupted: 'माफ़ कीजिए, लाइन एक पल के लिए कट गई थी। कृपया आगे बोलिए।',
    presence: 'क्या आप अभी भी लाइन पर हैं?',
    voicemail: 'नमस्ते, मैंने आपसे फ़ोन पर बात करने की कोशिश की। कृपया हमें वापस कॉल करें। धन्यवाद।',
  },
  pt: {
    trouble: 'Desculpe, tive um problema agora. Pode repetir?',
    farewell: 'Sinto muito, não posso continuar esta ligação. Até logo.',
    goodbye: 'Obrigado. Até logo.',
    not_called_again: 'Entendido: não voltaremos a ligar. Até logo.',
    moment: 'Um momento, por favor.',
    connecting: 'Um momento, vou transferir a ligação.',
    holding: 'Tudo bem, eu aguardo.',
    unreachable: 'Sinto muito, não foi possível falar com ninguém. Posso ajudar em mais alguma coisa?',
    interrupted: 'Desculpe, a linha caiu por um momento. Continue, por favor.',
    presence: 'Você ainda está aí?',
    voicemail: 'Olá, tentei falar com você por telefone. Por favor, ligue de volta. Obrigado, até logo.',
  },
  fr: {
    trouble: 'Pardon, je viens d’avoir un problème. Pouvez-vous répéter ?',
    farewell: 'Je suis désolé, je ne peux pas continuer cet appel. Au revoir.',
    goodbye: 'Merci. Au revoir.',
    not_called_again: 'C’est noté : vous ne serez plus appelé. Au revoir.',
    moment: 'Un instant, s’il vous plaît.',
    connecting: 'Un instant, je vous mets en relation.',
    holding: 'D’accord, j’attends.',
    unreachable: 'Je suis désolé, personne n’a pu être joint. Puis-je faire autre chose pour vous ?',
    interrupted: 'Excusez-moi, la ligne a été coupée un instant. Continuez, je vous prie.',
    presence: 'Êtes-vous toujours là ?',
    voicemail: 'Bonjour, j’ai essayé de vous joindre par téléphone. Merci de nous rappeler. Au revoir.',
  },
  nl: {
    trouble: 'Sorry, er ging net iets mis. Kunt u dat herhalen?',
    farewell: 'Het spijt me, ik kan dit gesprek niet voortzetten. Tot ziens.',
    goodbye: 'Dank u wel. Tot ziens.',
    not_called_again: 'Begrepen: u wordt niet meer gebeld. Tot ziens.',
    moment: 'Een ogenblik, alstublieft.',
    connecting: 'Een ogenblik, ik verbind u door.',
    holding: 'Goed, ik wacht.',
    unreachable: 'Het spijt me, daar was niemand bereikbaar. Kan ik nog iets anders voor u doen?',
    interrupted: 'Excuses, de lijn was even onderbroken. Gaat u verder.',
    presence: 'Bent u er nog?',
    voicemail: 'Goedendag, ik heb geprobeerd u te bereiken. Wilt u ons terugbellen? Dank u wel, tot ziens.',
  },
  id: {
    trouble: 'Maaf, tadi ada masalah. Bisa diulangi?',
    farewell: 'Maaf, saya tidak dapat melanjutkan panggilan ini. Sampai jumpa.',
    goodbye: 'Terima kasih. Sampai jumpa.',
    not_called_again: 'Baik, Anda tidak akan dihubungi lagi. Sampai jumpa.',
    moment: 'Mohon tunggu sebentar.',
    connecting: 'Mohon tunggu, saya sambungkan.',
    holding: 'Baik, saya tunggu.',
    unreachable: 'Maaf, tidak ada yang dapat dihubungi di sana. Ada lagi yang bisa saya bantu?',
    interrupted: 'Maaf, sambungan terputus sebentar. Silakan lanjutkan.',
    presence: 'Apakah Anda masih di sana?',
    voicemail: 'Halo, saya mencoba menghubungi Anda. Mohon telepon kami kembali. Terima kasih, sampai jumpa.',
  },
  it: {
    trouble: 'Mi scusi, ho avuto un problema. Può ripetere?',
    farewell: 'Mi dispiace, non posso continuare la chiamata. Arrivederci.',
    goodbye: 'Grazie. Arrivederci.',
    not_called_again: 'Ho capito: non la chiameremo più. Arrivederci.',
    moment: 'Un momento, per favore.',
    connecting: 'Un momento, la metto in contatto.',
    holding: 'Va bene, resto in attesa.',
    unreachable: 'Mi dispiace, non è stato possibile raggiungere nessuno. Posso fare altro per lei?',
    interrupted: 'Mi scusi, la linea è caduta per un momento. Continui pure.',
    presence: 'È ancora in linea?',
    voicemail:
      'Buongiorno, ho provato a contattarla per telefono. La prego di richiamarci. Grazie, arrivederci.',
  },
  ja: {
    trouble: 'すみません、問題が発生しました。もう一度お願いできますか。',
    farewell: '申し訳ありませんが、通話を続けられません。失礼いたします。',
    goodbye: 'ありがとうございました。失礼いたします。',
    not_called_again: '承知しました。今後はお電話いたしません。失礼いたします。',
    moment: '少々お待ちください。',
    connecting: 'おつなぎしますので、少々お待ちください。',
    holding: '承知しました。お待ちしております。',
    unreachable: '申し訳ありませんが、おつなぎできませんでした。ほかにご用件はございますか。',
    interrupted: '申し訳ありません、回線が一瞬途切れました。続けてお話しください。',
    presence: 'もしもし、聞こえていますか。',
    voicemail: 'お電話いたしましたが、ご不在のようでした。折り返しお電話ください。失礼いたします。',
  },
  ko: {
    trouble: '죄송합니다, 문제가 있었습니다. 다시 말씀해 주시겠어요?',
    farewell: '죄송합니다, 통화를 계속할 수 없습니다. 안녕히 계세요.',
    goodbye: '감사합니다. 안녕히 계세요.',
    not_called_again: '알겠습니다. 다시 전화드리지 않겠습니다. 안녕히 계세요.',
    moment: '잠시만 기다려 주세요.',
    connecting: '연결해 드리겠습니다. 잠시만 기다려 주세요.',
    holding: '네, 기다리겠습니다.',
    unreachable: '죄송합니다, 연결이 되지 않았습니다. 더 도와드릴 일이 있을까요?',
    interrupted: '죄송합니다, 잠시 연결이 끊어졌습니다. 계속 말씀해 주세요.',
    presence: '아직 계신가요?',
    voicemail: '안녕하세요, 전화드렸으나 연결되지 않았습니다. 다시 전화해 주시기 바랍니다. 감사합니다.',
  },
};

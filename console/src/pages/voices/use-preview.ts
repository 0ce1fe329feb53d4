import { api, type Schema } from '../../api/client.ts';
import { exactMoney } from '../../format/numbers.ts';
import { useToast } from '../../parts/toasts.tsx';
import { useAct } from '../../parts/use-act.ts';

/** What a voice says to be heard, by the language of the agent. */
const SAMPLES: Readonly<Record<Schema<'Language'>, string>> = {
  en: 'Good morning, how can I help you?',
  es: 'Buenos días, ¿en qué puedo ayudarle?',
  de: 'Guten Morgen, wie kann ich Ihnen helfen?',
  hi: 'नमस्ते, मैं आपकी क्या मदद कर सकती हूँ?',
  pt: 'Bom dia, como posso ajudar?',
  fr: 'Bonjour, comment puis-je vous aider ?',
  nl: 'Goedemorgen, waarmee kan ik u helpen?',
  id: 'Selamat pagi, ada yang bisa saya bantu?',
  it: 'Buongiorno, come posso aiutarla?',
  ja: 'おはようございます。ご用件をお伺いします。',
  ko: '안녕하세요, 무엇을 도와드릴까요?',
};

const isLanguage = (code: string): code is Schema<'Language'> => Object.hasOwn(SAMPLES, code);

/** Lets a vendor say a sentence, and plays it. The API keeps what was spoken, so that it costs once. */
export function usePreview() {
  const say = useToast();
  return useAct({
    act: ({ voice, language }: { voice: Schema<'VoicePreviewInput'>['voice']; language: string }) => {
      const spoken = isLanguage(language) ? language : 'en';
      const body = { voice, text: SAMPLES[spoken], language: spoken };
      return api.post('/v1/voices/preview', { body });
    },
    changes: [],
    onDone: ({ audio, cost }) => {
      if (cost && cost.total > 0) say(`The vendor charges ${exactMoney(cost.total, cost.currency)}.`);
      void play(audio);
    },
  });
}

let playing: AudioContext | undefined;

/** Plays audio in base64 in place of what plays. The page's policy permits no address of such data. */
async function play(base64: string): Promise<void> {
  await playing?.close();
  const output = new AudioContext();
  playing = output;
  const source = output.createBufferSource();
  source.buffer = await output.decodeAudioData(
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer,
  );
  source.connect(output.destination);
  source.start();
}

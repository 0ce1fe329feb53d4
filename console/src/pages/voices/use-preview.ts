import { useEffect, useState } from 'react';
import { say } from '../../parts/speech/browser-speech.ts';

/** What a voice says to be heard, by the language of the agent. */
const SAMPLES: Readonly<Record<string, string>> = {
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

/** Lets the browser say a sentence in a language; `speak` is undefined if it has no voice for it. */
export function usePreview(language: string): { readonly speak: (() => void) | undefined } {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    const synthesis = globalThis.speechSynthesis;
    if (!synthesis) return undefined;
    // Browsers load their voices after the page.
    const read = () => setVoices(synthesis.getVoices());
    read();
    synthesis.addEventListener('voiceschanged', read);
    return () => {
      synthesis.removeEventListener('voiceschanged', read);
      synthesis.cancel();
    };
  }, []);
  const voice = voices.find(({ lang }) => lang.slice(0, language.length).toLowerCase() === language);
  if (!voice) return { speak: undefined };
  return {
    speak: () => {
      speechSynthesis.cancel();
      say(SAMPLES[language] ?? SAMPLES.en ?? '', { voice, pitch: 1 }).catch(() => undefined);
    },
  };
}

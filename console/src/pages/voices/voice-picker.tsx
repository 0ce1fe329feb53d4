import './voices.css';
import { useQuery } from '@tanstack/react-query';
import { AudioLines, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { voicesList } from '../../api/lists.ts';
import { languageName } from '../../format/label.ts';
import { exactMoney } from '../../format/numbers.ts';
import { ChoiceCard } from '../../parts/controls/choice-card.tsx';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Faults, IconButton } from '../../parts/controls.tsx';
import { onDemand } from '../../parts/on-demand.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { useAct } from '../../parts/use-act.ts';
import {
  isRefused,
  keyOf,
  type NewVoice,
  shownVoice,
  type VoiceOption,
  voiceOptions,
} from './voice-options.ts';

const VoiceDialog = onDemand(() => import('./voice-dialog.tsx'));

/**
 * The voice of an agent, as cards. One that is not stored yet is created when it is chosen: an agent that is saved with
 * a voice in full would change that of other agents.
 */
export default function VoicePicker({
  value,
  onChange,
  language,
  faults,
}: {
  /** What the field `voice` of the agent's form holds: an id, or a new voice. */
  readonly value: unknown;
  readonly onChange: (id: string) => void;
  /** The first language of the agent, such as `en`. */
  readonly language: string;
  readonly faults: readonly string[];
}) {
  const stored = useQuery(voicesList);
  const preview = usePreview();
  const say = useToast();
  const [find, setFind] = useState('');
  const [isOther, setOther] = useState(false);
  const create = useAct({
    act: (body: NewVoice) => api.post('/v1/voices/create', { body }),
    changes: [['choices']],
    onDone: ({ id }) => onChange(id),
  });
  const id = typeof value === 'string' ? value : undefined;
  const given = typeof value === 'object' && value !== null ? value : undefined;
  const present = stored.data?.find((voice) => voice.id === id) ?? given;
  // A search looks through the voices of all languages.
  const all = voiceOptions(find.trim() === '' ? language : undefined, stored.data ?? [], present);
  const options = all.filter((option) => isFound(option, find));
  const choose = ({ id: existing, voice }: VoiceOption) => {
    if (existing !== undefined) onChange(existing);
    else if (voice) create.mutate(voice);
  };
  const name = languageName(language);

  return (
    <div className="voices stack">
      <QueryState query={stored} what="voices" />
      <SearchField label="Search by language, gender or vendor" value={find} onChange={setFind} />
      {present && isRefused(present) && (
        <p className="note bad">
          Calls refuse the present voice, <bdi>{shownVoice(present).name}</bdi>: choose another one.
        </p>
      )}
      <ul className="choice-cards">
        {options.map((option) => (
          <li key={option.key} className="voice">
            <ChoiceCard
              icon={AudioLines}
              title={<bdi>{option.name}</bdi>}
              isChosen={present !== undefined && option.key === keyOf(present)}
              isDisabled={create.isPending}
              onChoose={() => choose(option)}
            >
              {option.maker} · {option.language ? languageName(option.language) : `speaks ${name}`}
              {option.gender && ` · ${option.gender}`}
            </ChoiceCard>
            <IconButton
              icon={Play}
              label={`Hear ${option.name}${option.unheard ? `: call the agent instead, ${option.unheard}` : ''}`}
              title={option.unheard && `Call the agent to hear it: ${option.unheard}.`}
              disabled={preview.isPending}
              aria-disabled={option.unheard ? true : undefined}
              onClick={() => {
                const voice = option.id ?? option.voice;
                if (option.unheard) say(`Call the agent to hear it: ${option.unheard}.`);
                else if (voice)
                  preview.mutate({ voice, language: (option.language ?? language).slice(0, 2) });
              }}
            />
          </li>
        ))}
        <li>
          <ChoiceCard icon={Plus} title="Another voice …" onChoose={() => setOther(true)}>
            Any of Amazon Polly, Google or ElevenLabs
          </ChoiceCard>
        </li>
      </ul>
      <Faults faults={faults} />
      {isOther && (
        <VoiceDialog
          onChoose={(voice) => {
            const same = options.find(({ key, id: existing }) => existing && key === keyOf(voice));
            return same?.id ? onChange(same.id) : create.mutateAsync(voice);
          }}
          onClose={() => setOther(false)}
        />
      )}
    </div>
  );
}

/** Whether each word of a search begins a word of the voice: its name, maker, language or gender. */
function isFound({ name, maker, language, gender }: VoiceOption, find: string): boolean {
  const told = [name, maker, language && languageName(language), gender].join(' ').toLowerCase();
  const words = find.toLowerCase().split(/\s+/);
  return words.every((word) => ` ${told}`.includes(` ${word}`));
}

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
function usePreview() {
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

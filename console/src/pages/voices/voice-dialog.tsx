import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { Form } from '../../form/form.tsx';
import Dialog from '../../parts/controls/dialog.tsx';
import { Button, Faults, InputField, Segmented } from '../../parts/controls.tsx';
import type { NewVoice } from './voice-options.ts';

const MAKERS = {
  amazon: ['Name of the voice', 'As Amazon Polly names it, with its engine: Joanna-Neural.'],
  google: ['Name of the voice', 'As Google Cloud names it: en-US-Neural2-F.'],
  elevenlabs: ['Id of the voice', 'ElevenLabs shows it under the voice’s menu.'],
} as const;

/** A voice that is not among the suggested ones, by its vendor's name for it. */
export default function VoiceDialog({
  onChoose,
  onClose,
}: {
  /** Rejects if the API refuses the voice. */
  readonly onChoose: (voice: NewVoice) => unknown;
  readonly onClose: () => void;
}) {
  const [maker, setMaker] = useState<keyof typeof MAKERS>('amazon');
  const [name, setName] = useState('');
  const [stability, setStability] = useState('');
  const [similarity, setSimilarity] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (voice: NewVoice) => await onChoose(voice),
    onSuccess: onClose,
  });
  const isElevenLabs = maker === 'elevenlabs';
  const field = isElevenLabs ? 'voice_id' : 'voice_name';
  const voice: NewVoice = isElevenLabs
    ? {
        type: 'voice_vendor_c',
        voice_id: name,
        ...(stability !== '' && { stability: Number(stability) }),
        ...(similarity !== '' && { similarity_boost: Number(similarity) }),
      }
    : { type: 'voice_vendor_a', voice_name: name };
  const [label, help] = MAKERS[maker];
  return (
    <Dialog
      title="Another voice"
      isOpen
      isChanged={[name, stability, similarity].some(Boolean)}
      onClose={onClose}
    >
      <Form label="Another voice" busy={isPending} noValidate onSubmit={() => mutate(voice)}>
        <p>
          <Segmented label="Maker" options={MAKER_NAMES} value={maker} onChange={setMaker} />
        </p>
        <InputField
          label={label}
          help={help}
          faults={messagesAt(error, field)}
          value={name}
          onChange={(text) => setName(text.trim())}
        />
        {isElevenLabs && (
          <details>
            <summary>More</summary>
            <Share
              label="Stability"
              help="0 varies the most, 1 the least."
              value={stability}
              onChange={setStability}
              faults={messagesAt(error, 'stability')}
            />
            <Share
              label="Similarity"
              help="1 stays closest to the original speaker."
              value={similarity}
              onChange={setSimilarity}
              faults={messagesAt(error, 'similarity_boost')}
            />
          </details>
        )}
        <Faults faults={messagesElsewhere(error, [field, 'stability', 'similarity_boost'])} />
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <button type="submit" className="primary">
            Use this voice
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const MAKER_NAMES = [
  ['amazon', 'Amazon Polly'],
  ['google', 'Google'],
  ['elevenlabs', 'ElevenLabs'],
] as const;

/** A share from 0 to 1. */
const Share = (field: ComponentProps<typeof InputField>) => (
  <InputField {...field} type="number" min={0} max={1} step={0.05} />
);

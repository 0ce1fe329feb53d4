import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import Dialog from '../../parts/controls/dialog.tsx';
import { Button, Segmented } from '../../parts/controls.tsx';
import type { NewVoice } from './voice-options.ts';

const MAKERS = [
  ['amazon', 'Amazon Polly'],
  ['google', 'Google'],
  ['elevenlabs', 'ElevenLabs'],
] as const;

const named = (help: string): Fields => ({
  voice_name: { label: 'Name of the voice', help, required: true },
});

const share = { minimum: 0, maximum: 1, step: 0.05 } as const;

const FIELDS: Readonly<Record<(typeof MAKERS)[number][0], Fields>> = {
  amazon: named('As Amazon Polly names it, with its engine: Joanna-Neural.'),
  google: named('As Google Cloud names it: en-US-Neural2-F.'),
  elevenlabs: {
    voice_id: {
      label: 'Id of the voice',
      help: 'ElevenLabs shows it under the voice’s menu.',
      required: true,
    },
    stability: { ...share, label: 'Stability', help: '0 varies the most, 1 the least.' },
    similarity_boost: {
      ...share,
      label: 'Similarity',
      help: '1 stays closest to the original speaker.',
    },
  },
};

/** A voice that is not among the suggested ones, by its vendor's name for it. */
export default function VoiceDialog({
  onChoose,
  onClose,
}: {
  /** Rejects if the API refuses the voice. */
  readonly onChoose: (voice: NewVoice) => unknown;
  readonly onClose: () => void;
}) {
  const [maker, setMaker] = useState<keyof typeof FIELDS>('amazon');
  const type = maker === 'elevenlabs' ? 'voice_vendor_c' : 'voice_vendor_a';
  const choose = useMutation({
    mutationFn: async (entered: Values) => await onChoose({ type, ...entered } as NewVoice),
    onSuccess: onClose,
  });
  return (
    <Dialog title="Another voice" isOpen onClose={onClose}>
      <p>
        <Segmented label="Maker" options={MAKERS} value={maker} onChange={setMaker} />
      </p>
      <RecordForm key={maker} name="voice" fields={FIELDS[maker]} submit="Use this voice" act={choose}>
        <Button onClick={onClose}>Cancel</Button>
      </RecordForm>
    </Dialog>
  );
}

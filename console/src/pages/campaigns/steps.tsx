import { useNavigate } from '@tanstack/react-router';
import { api, type Schema } from '../../api/client.ts';
import type { Fields, FormField, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { phoneNumber } from '../../format/phone-number.ts';
import { Section } from '../../parts/page.tsx';
import { useAct } from '../../parts/use-act.ts';
import { IfCanCall, useCallChoice } from '../calls/call-fields.tsx';
import { RecipientsStep } from './recipients-step.tsx';
import { BASICS, FROM, RULES, rulesOf } from './settings.ts';

/** A step of making a campaign. The first one creates it, as a draft. */
export default function Step({
  open,
  campaign,
  recipients = 0,
}: {
  readonly open: 'agent' | 'recipients' | 'rules';
  readonly campaign?: Schema<'Campaign'>;
  /** How many recipients it has. */
  readonly recipients?: number;
}) {
  if (!campaign || open === 'agent') return <AgentStep campaign={campaign} />;
  if (open === 'recipients') return <RecipientsStep campaign={campaign} recipients={recipients} />;
  return <StepForm campaign={campaign} title="Times and limits" fields={RULES} next="preview" />;
}

function AgentStep({ campaign }: { readonly campaign: Schema<'Campaign'> | undefined }) {
  const chosen = useCallChoice({ agent: '', version: '', from: undefined });
  const options = Object.fromEntries(chosen.numbers.map((number) => [number, phoneNumber(number)]));
  const from: FormField = { ...FROM, ...(!chosen.permitsAny && { options }) };
  return (
    <IfCanCall chosen={chosen}>
      <StepForm
        campaign={campaign}
        title="Who calls"
        fields={{ ...BASICS, from_number: from }}
        next="recipients"
      />
    </IfCanCall>
  );
}

/** A form of some settings, which leads to the next step when they are saved. */
function StepForm({
  campaign,
  title,
  fields,
  next,
}: {
  readonly campaign: Schema<'Campaign'> | undefined;
  readonly title: string;
  readonly fields: Fields;
  readonly next: string;
}) {
  const navigate = useNavigate();
  const save = useAct({
    act: async (changes: Values): Promise<{ readonly id: string }> => {
      const body = rulesOf(changes);
      const target = campaign ? `/v1/campaigns/update?id=${campaign.id}` : '/v1/campaigns/create';
      if (campaign && Object.keys(body).length === 0) return campaign;
      return (await api.request<{ readonly id: string }>('POST', target, { body })).data;
    },
    changes: [['campaigns']],
    showsFault: true,
    onDone: ({ id }) =>
      void navigate({
        to: '/campaigns/$id',
        params: { id },
        search: { step: next },
        ignoreBlocker: true,
      }),
  });
  return (
    <Section title={title}>
      <div className="campaign-form">
        <RecordForm
          key={title}
          name={`campaign ${campaign?.id ?? 'new'} ${title}`}
          fields={fields}
          before={campaign && { ...campaign }}
          submit="Save and continue"
          act={save}
        />
      </div>
    </Section>
  );
}

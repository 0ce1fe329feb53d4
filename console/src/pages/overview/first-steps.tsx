import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { agentsList, usage, webhooksList } from '../../api/lists.ts';
import { Button } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { usePlaceCall } from '../../parts/place-call.ts';
import './first-steps.css';

/** A checklist for the first call. */
export function FirstSteps() {
  const placeCall = usePlaceCall();
  const agents = useQuery(agentsList);
  const webhooks = useQuery(webhooksList);
  const used = useQuery(usage);
  const agent = agents.data?.at(-1);
  // A rehearsal is not listed anywhere, but the language model that it asks is counted.
  const hasTalked = used.data?.quotas.some(({ name, used: tokens }) => name === 'model_tokens' && tokens > 0);
  const steps: readonly (readonly [isDone: boolean | undefined, title: ReactNode, text: string])[] = [
    [
      agent !== undefined,
      <Link key="agent" to="/agents/$id" params={{ id: 'new' }}>
        Create an agent from a template
      </Link>,
      'A receptionist, a reminder, a survey or a lead qualification. Change what you like.',
    ],
    [
      hasTalked,
      agent ? (
        <Link key="talk" to="/agents/$id" params={{ id: agent.id }}>
          Talk to it
        </Link>
      ) : (
        'Talk to it'
      ),
      'In the browser, by text or by voice. Nobody is called.',
    ],
    [
      false,
      <Button key="call" className="link" onClick={() => placeCall()}>
        Place a call
      </Button>,
      'For example to your own phone. Watch it live.',
    ],
    [
      (webhooks.data?.length ?? 0) > 0,
      <Link key="webhook" to="/webhooks">
        Connect a webhook
      </Link>,
      'It notifies your program of what happens in calls.',
    ],
  ];
  return (
    <Section title="First steps">
      <ol className="first-steps">
        {steps.map(([isDone, title, text]) => (
          <li key={text} className={isDone ? 'done' : undefined}>
            <span className="tick">{isDone && <Check size={14} role="img" aria-label="Done" />}</span>
            <div>
              {title}
              <p className="help">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

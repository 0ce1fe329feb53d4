import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown, FilePlus2 } from 'lucide-react';
import type { Values } from '../../form/field.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import { onDemand } from '../../parts/on-demand.tsx';

const TemplateCards = onDemand(() => import('./templates/template-cards.tsx'), 'templates');

/** What a new agent without a template is called in the address. */
export const BLANK = 'blank';

/** The templates, which are loaded when they are needed: they have long texts. */
export const templatesList = queryOptions({
  queryKey: ['templates'],
  queryFn: async () => (await import('./templates/templates.ts')).templates,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The values of the form of an agent that is made from this body. */
export function valuesOf(body: Values): Values {
  return typeof body.prompt === 'string' ? { ...body, prompt: { content: body.prompt } } : body;
}

/** Lets one choose what a new agent begins with. */
export function NewAgent() {
  const navigate = useNavigate({ from: '/agents/$id' });
  return (
    <>
      <p className="faint">
        Begin with a template, which has tests, and change what you like. Nothing is saved until you create
        it.
      </p>
      <TemplateCards onChoose={({ id }) => void navigate({ search: { template: id } })} />
      <p>
        <Link to="/agents/$id" params={{ id: 'new' }} search={{ template: BLANK }} className="button">
          <FilePlus2 size={16} aria-hidden="true" /> Start without a template
        </Link>
      </p>
    </>
  );
}

/** Begins a new agent, from a template or without one. */
export function NewAgentButton() {
  const { data: templates = [] } = useQuery(templatesList);
  const href = (id: string) => `/agents/new?template=${id}`;
  return (
    <MenuButton
      label="New agent"
      className="primary"
      items={[
        ...templates.map(({ id, name: label, icon }) => ({ label, icon, href: href(id) })),
        { label: 'Without a template', icon: FilePlus2, href: href(BLANK) },
      ]}
    >
      New agent <ChevronDown size={16} aria-hidden="true" />
    </MenuButton>
  );
}

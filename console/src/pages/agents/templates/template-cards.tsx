import { ChoiceCard } from '../../../parts/controls/choice-card.tsx';
import { type Template, templates } from './templates.ts';

/** The templates, to choose one. Load it when it is shown: it has all their texts. */
export default function TemplateCards({ onChoose }: { readonly onChoose: (template: Template) => void }) {
  return (
    <div className="choice-cards templates">
      {templates.map((template) => (
        <ChoiceCard
          key={template.id}
          icon={template.icon}
          title={template.name}
          onChoose={() => onChoose(template)}
        >
          {template.description}
        </ChoiceCard>
      ))}
    </div>
  );
}

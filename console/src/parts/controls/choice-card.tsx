import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls.tsx';

/** A card that is pressed to choose what it describes. */
export function ChoiceCard({
  icon: Icon,
  title,
  children,
  isChosen,
  isDisabled = false,
  onChoose,
}: {
  readonly icon?: LucideIcon;
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Whether it is the present choice; undefined if choosing it only begins something. */
  readonly isChosen?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <Button className="choice-card" aria-pressed={isChosen} disabled={isDisabled} onClick={onChoose}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      <span>
        <strong>{title}</strong>
        <span className="help">{children}</span>
      </span>
    </Button>
  );
}

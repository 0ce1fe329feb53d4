import { Info } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../controls.tsx';
import { onDemand } from '../on-demand.tsx';

const HintPopover = onDemand(() => import('./hint-popover.tsx'));

/** An ⓘ that shows more about something when it is pressed. */
export function Hint({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        className="icon-button hint"
        aria-label={`About ${label}`}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Info size={14} aria-hidden="true" />
      </Button>
      {open && (
        <HintPopover label={label} button={button} onClose={() => setOpen(false)}>
          {children}
        </HintPopover>
      )}
    </>
  );
}

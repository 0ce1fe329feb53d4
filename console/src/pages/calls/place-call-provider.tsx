import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { type CallPreset, PlaceCallContext } from '../../parts/place-call.ts';

const PlaceCallDialog = lazy(() => import('./place-call-dialog.tsx'));

/** Lets every page open the dialog that places a call. The dialog is loaded when it is first opened. */
export function PlaceCallProvider({ children }: { readonly children: ReactNode }) {
  const [preset, setPreset] = useState<CallPreset>();
  const open = useCallback((next: CallPreset = {}) => setPreset(next), []);
  return (
    <PlaceCallContext value={open}>
      {children}
      {preset && (
        <Suspense>
          <PlaceCallDialog preset={preset} onClose={() => setPreset(undefined)} />
        </Suspense>
      )}
    </PlaceCallContext>
  );
}

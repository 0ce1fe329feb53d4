import { createContext, useContext } from 'react';

/** What the dialog begins with. */
export interface CallPreset {
  readonly agent?: string;
  readonly version?: string;
  /** The number to call. */
  readonly to?: string;
}

/** Opens the dialog that places a call; the frame provides it. */
export const PlaceCallContext = createContext<(preset?: CallPreset) => void>(() => undefined);

/** Opens the dialog that places a call. */
export const usePlaceCall = () => useContext(PlaceCallContext);

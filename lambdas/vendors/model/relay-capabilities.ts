/** What a carrier's relay has, beyond words in both directions. */
export interface RelayCapabilities {
  /** Connects a lost WebSocket again, and replays what it missed. */
  readonly reconnect: boolean;
  /** Changes to a backup speech provider. */
  readonly failover: boolean;
  /** Takes other settings, and other hints, during a call. */
  readonly config: boolean;
  readonly hints: boolean;
  /** Takes the settings of a language that the markup did not declare. */
  readonly furtherLanguages: boolean;
  /** Reports what was played, who speaks, and changes of its configuration. */
  readonly info: boolean;
  /** Returns the data of the frame that ends a session. */
  readonly handoffData: boolean;
  /** Judges the end of a turn by a model of its own. */
  readonly turnDetection: boolean;
  /** Pauses a recording during a call: https://www.twilio.com/docs/voice/api/recording#update-a-recording-resource */
  readonly pausedRecording: boolean;
}

/**
 * The relays, by carrier. Changelog of 28 October 2026 (reconnect, config, hints, languages):
 * https://www.twilio.com/en-us/changelog/conversation-relay--dynamic-configuration--application-reconnect; of 18 November
 * (failover): https://www.twilio.com/en-us/changelog/conversation-relay-now-supports-speech-to-text-and-text-to-speec
 */
export const RELAYS = {
  telephony_vendor_a: {
    reconnect: true,
    failover: true,
    config: true,
    hints: true,
    furtherLanguages: true,
    info: true,
    handoffData: true,
    turnDetection: true,
    pausedRecording: true,
  },
} satisfies Readonly<Record<string, RelayCapabilities>>;

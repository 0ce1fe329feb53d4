export const words = {
  Voice: 'A voice that agents speak with. `type` says which of the five kinds it is.',
  'Voice.type': 'The kind of voice; it cannot change.',
  'Voice.voice_name': 'The vendor’s name for the voice.',
  'Voice.pitch': 'How high the voice is, on the vendor’s own scale; 0 is its natural pitch.',
  'Voice.rate': 'How fast the voice talks, on the vendor’s own scale.',
  'Voice.speaker': 'The vendor’s name for the speaker.',
  'Voice.speed_alpha':
    'How fast the voice talks, as a factor on the vendor’s own scale; null for the vendor’s default.',
  'Voice.model_id': 'The vendor’s name for the speech model; null for the vendor’s default.',
  'Voice.voice_id': 'The vendor’s identifier of the voice.',
  'Voice.stability': 'How even the voice is: 0 varies the most, 1 the least; null for the vendor’s default.',
  'Voice.similarity_boost':
    'How closely the voice matches the original speaker: 1 most closely; null for the vendor’s default.',
  'Voice.api_key': 'Your key at the vendor, visible only to you; null for the service’s own.',
  'Voice.optimize_streaming_latency':
    'How much quality the vendor gives up to speak sooner: 0 is none, 4 the most; null for the vendor’s default.',
  'Voice.api_user_id': 'Your user id at the vendor; null for the service’s own.',
  'Voice.version': 'The vendor’s name for the version of its speech engine; null for the vendor’s default.',
  'Voice.speed':
    'How fast the voice talks, as a factor: 1 is its natural speed; null for the vendor’s default.',
  'Voice.quality': 'The vendor’s name for the audio quality; null for the vendor’s default.',
  'Voice.temperature':
    'How much the speaking style varies: higher varies more; null for the vendor’s default.',
  'Voice.top_p':
    'Has no effect; the answer has a warning. It is stored for clients that send it; null or absent if not set.',
  'Voice.text_guidance':
    'Has no effect; the answer has a warning. It is stored for clients that send it; null or absent if not set.',
  'Voice.voice_guidance':
    'Has no effect; the answer has a warning. It is stored for clients that send it; null or absent if not set.',
  'Voice.experimental_input_streaming':
    'Has no effect; the answer has a warning. It is stored for clients that send it; null or absent if not set.',
  'Voice.experimental_remove_silence':
    'Has no effect; the answer has a warning. It is stored for clients that send it; null or absent if not set.',
  VoiceInput: 'A new voice. `type` says which of the five kinds it is.',
  OlderVoiceInput: 'An inline voice. `type` says which of the three kinds of the older shape it is.',
  VoiceUpdateInput:
    'The fields of the voice to change: those of its own kind. A field that you leave out stays unchanged.',
  VoiceVendorA: 'A voice of Google or Amazon. The format of its name says which.',
  VoiceVendorB:
    'A voice of vendor B. Calls do not support it yet: an outbound call is refused, and an inbound call uses a voice of the telephony vendor.',
  VoiceVendorC: 'A voice of vendor C.',
  VoiceVendorD:
    'A voice of vendor D. Calls do not support it yet: an outbound call is refused, and an inbound call uses a voice of the telephony vendor.',
  VoiceBuiltin: 'A voice of the service.',
  'VoiceBuiltin.voice_id': 'Name of the voice.',
};

export const examples = {
  'Voice.id': '0199a5d0-3c03-7a10-8b20-5f6e7d8c9b03',
  'Voice.voice_name': 'Joanna-Neural',
  'Voice.rate': 15,
  'Voice.speaker': 'speaker-1',
  'Voice.voice_id': 'voice-1',
  'Voice.stability': 0.5,
  'Voice.speed': 1,
};

/** What the fields of voices mean. */
export const voiceDescriptions = {
  Voice: 'A voice that agents speak with: one of five kinds, told apart by `type`.',
  VoiceInput: 'A voice to be created: one of five kinds, told apart by `type`.',
  OlderVoiceInput: 'A voice given in place: one of the three kinds of the older shape, told apart by `type`.',
  UpdateVoiceBody:
    'The fields of the voice to change: those of its own kind; one that is left out stays as it is.',
  VoiceVendorA: 'A voice of Google or Amazon: the form of its name tells which.',
  VoiceVendorB:
    'A voice of vendor B. The service cannot speak with it in a call yet: a call of such an agent is refused, and one to a number of its is held in a voice of the telephony vendor.',
  VoiceVendorC: 'A voice of vendor C.',
  VoiceVendorD:
    'A voice of vendor D. The service cannot speak with it in a call yet: a call of such an agent is refused, and one to a number of its is held in a voice of the telephony vendor.',
  VoiceBuiltin: 'A voice that the service brings along.',

  'Voice.type': 'The kind of voice; it cannot be changed later.',
  'Voice.voice_name': 'The vendor’s name of the voice.',
  'Voice.pitch': 'How high the voice is, on the vendor’s own scale; 0 is its natural pitch.',
  'Voice.rate': 'How fast the voice talks, on the vendor’s own scale.',
  'Voice.speaker': 'The vendor’s name of the speaker.',
  'Voice.speed_alpha':
    'How fast the voice talks, as a factor on the vendor’s own scale; null for the vendor’s default.',
  'Voice.model_id': 'The vendor’s name of its speech model; null for the vendor’s default.',
  'Voice.voice_id': 'The vendor’s identifier of the voice.',
  'VoiceBuiltin.voice_id': 'Name of the voice.',
  'Voice.stability': 'How even the voice is: 0 varies most, 1 least; null for the vendor’s default.',
  'Voice.similarity_boost':
    'How closely the voice keeps to the original speaker: 1 most closely; null for the vendor’s default.',
  'Voice.api_key': 'Your key at the vendor, shown to nobody but you; null for the service’s own.',
  'Voice.optimize_streaming_latency':
    'How much quality the vendor gives up to speak sooner: 0 nothing, 4 the most; null for the vendor’s default.',
  'Voice.api_user_id': 'Your user id at the vendor; null for the service’s own.',
  'Voice.version': 'The vendor’s name of the version of its speech engine; null for the vendor’s default.',
  'Voice.speed':
    'How fast the voice talks, as a factor: 1 is its natural speed; null for the vendor’s default.',
  'Voice.quality': 'The vendor’s name of the quality of the audio; null for the vendor’s default.',
  'Voice.temperature': 'How much the delivery varies: higher varies more; null for the vendor’s default.',
};

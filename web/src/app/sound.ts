// The knock of a stone, made on the spot: no sound file is loaded.
import { settings } from './settings';

let context: AudioContext | null = null;

export function knock(): void {
  if (!settings.value.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(820, now);
  tone.frequency.exponentialRampToValueAtTime(260, now + 0.05);
  volume.gain.setValueAtTime(0.22, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

// The sounds of the board, made on the spot: no sound file is loaded.
import { settings } from './settings';

/** A tone: from one pitch to another (Hz), after a pause, for so long (s), so loud (0 … 1). */
interface Tone {
  from: number;
  to: number;
  at: number;
  length: number;
  loud: number;
  shape: OscillatorType;
}

const tone = (from: number, to: number, at: number, length: number, loud: number): Tone => ({
  from,
  to,
  at,
  length,
  loud,
  shape: 'triangle',
});

const SOUNDS = {
  stone: [tone(820, 260, 0, 0.09, 0.36)],
  /** Stones rattle as they leave the board. */
  capture: [tone(820, 260, 0, 0.09, 0.36), tone(520, 180, 0.07, 0.07, 0.26), tone(430, 150, 0.12, 0.07, 0.2)],
  /** One's time is running out. */
  warning: [tone(990, 990, 0, 0.12, 0.25), tone(990, 990, 0.2, 0.12, 0.25)],
  end: [tone(392, 392, 0, 0.3, 0.2), tone(523, 523, 0.14, 0.3, 0.2), tone(659, 659, 0.28, 0.5, 0.2)],
} as const satisfies Record<string, readonly Tone[]>;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  const { sound: on, volume } = settings.value;
  if (!on || volume === 0) return;
  context ??= new AudioContext();
  for (const part of SOUNDS[sound]) sing(context, part, volume / 100);
}

function sing(audio: AudioContext, { from, to, at, length, loud, shape }: Tone, volume: number): void {
  const begin = audio.currentTime + at;
  const voice = audio.createOscillator();
  const gain = audio.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, begin);
  voice.frequency.exponentialRampToValueAtTime(to, begin + length / 2);
  gain.gain.setValueAtTime(loud * volume, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  voice.connect(gain).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + length + 0.01);
}

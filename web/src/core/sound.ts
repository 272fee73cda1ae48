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
  /** Somebody asks for something, */
  request: [tone(523, 523, 0, 0.16, 0.22), tone(784, 784, 0.15, 0.3, 0.22)],
  /** or a match of ours has begun. */
  begin: [tone(392, 392, 0, 0.14, 0.24), tone(523, 523, 0.14, 0.14, 0.24), tone(784, 784, 0.28, 0.4, 0.24)],
  /** One's time is running out. */
  warning: [tone(990, 990, 0, 0.12, 0.25), tone(990, 990, 0.2, 0.12, 0.25)],
  end: [tone(392, 392, 0, 0.3, 0.2), tone(523, 523, 0.14, 0.3, 0.2), tone(659, 659, 0.28, 0.5, 0.2)],
} as const satisfies Record<string, readonly Tone[]>;

/** The same news reaches all tabs within this time. */
const ONCE_MS = 2000;

export type Sound = keyof typeof SOUNDS;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  const { sound: on, volume } = settings.value;
  // Browsers play nothing before the person has touched the page, and complain.
  const touched = navigator.userActivation as UserActivation | undefined;
  if (!on || volume === 0 || touched?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const part of SOUNDS[sound]) sing(context, part, volume / 100);
}

/** Plays it in one of the tabs in which the same news arrives. */
export function playOnce(sound: Sound, news: string): void {
  const locks = navigator.locks as LockManager | undefined; // only on pages with TLS
  if (!locks) {
    play(sound);
    return;
  }
  void locks.request(`hoshi-sound-${news}`, { ifAvailable: true }, (lock) => {
    if (lock === null) return undefined;
    play(sound);
    return new Promise((done) => setTimeout(done, ONCE_MS));
  });
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

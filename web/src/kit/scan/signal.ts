type Signal = 'ok' | 'wrong' | 'done';

/** Hertz and milliseconds; what is wrong is low, long and told twice, so that one need not look. */
const TONES: Readonly<Record<Signal, readonly (readonly [number, number])[]>> = {
  ok: [[1320, 90]],
  wrong: [
    [220, 220],
    [0, 80],
    [220, 320],
  ],
  done: [
    [880, 90],
    [1320, 160],
  ],
};
const VIBRATIONS: Readonly<Record<Signal, number | number[]>> = { ok: 40, wrong: [200, 80, 300], done: [60, 60, 60] };

let audio: AudioContext | undefined;

/** Sound and vibration, as far as the telephone has them; somebody who packs looks at the goods, not at the screen. */
export function signal(kind: Signal): void {
  navigator.vibrate?.(VIBRATIONS[kind]);
  try {
    audio ??= new AudioContext();
    let at = audio.currentTime;
    for (const [frequency, lasts] of TONES[kind]) {
      if (frequency > 0) {
        const tone = audio.createOscillator();
        tone.type = kind === 'wrong' ? 'square' : 'sine';
        tone.frequency.value = frequency;
        tone.connect(audio.destination);
        tone.start(at);
        tone.stop(at + lasts / 1000);
      }
      at += lasts / 1000;
    }
  } catch {
    // a browser without sound
  }
}

import { t } from '../translate.ts';

/** Bars of a waveform. */
const bars = 40;

let recorder: MediaRecorder | undefined;

/** The first press begins to record; the second ends it, and returns the voice message with how loud it is over its length. */
export async function recordVoice(
  button: HTMLButtonElement,
): Promise<{ file: File; waveform: string } | undefined> {
  if (recorder) {
    recorder.stop();
    return undefined;
  }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => undefined);
  if (!stream) {
    button.title = t`The microphone is not available`;
    return undefined;
  }
  const parts: Blob[] = [];
  const recording = new MediaRecorder(stream);
  recorder = recording;
  recording.ondataavailable = ({ data }) => parts.push(data);
  button.classList.add('recording');
  button.setAttribute('aria-label', t`Stop and send`);
  await new Promise((resolve) => {
    recording.onstop = resolve;
    recording.start();
  });
  recorder = undefined;
  button.classList.remove('recording');
  button.setAttribute('aria-label', t`Record a voice message`);
  for (const track of stream.getTracks()) track.stop();
  const type = recording.mimeType.split(';')[0] ?? 'audio/webm';
  const blob = new Blob(parts, { type });
  const file = new File([blob], `voice.${type.split('/')[1] ?? 'webm'}`, { type });
  return { file, waveform: await waveformOf(blob).catch(() => '') };
}

/** Two digits a bar, from 00 to 99. */
async function waveformOf(blob: Blob): Promise<string> {
  const context = new AudioContext();
  const sound = (await context.decodeAudioData(await blob.arrayBuffer())).getChannelData(0);
  await context.close();
  const width = Math.max(1, Math.floor(sound.length / bars));
  const peaks = Array.from({ length: bars }, (_, i) =>
    sound.subarray(i * width, (i + 1) * width).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  );
  const loudest = Math.max(...peaks, 0.01);
  return peaks.map((peak) => String(Math.round((peak / loudest) * 99)).padStart(2, '0')).join('');
}

/** Number of bars of a waveform. */
const bars = 40;

export interface Voice {
  file: File;
  waveform: string;
  length: number;
}

let recorder: MediaRecorder | undefined;

/** Stops the current recording, so that it is sent. Returns whether there was one. */
export function stopRecording(): boolean {
  recorder?.stop();
  return recorder !== undefined;
}

/**
 * Shows a recorder in place of the text field until the recording is sent or discarded. Returns the recording
 * with its waveform.
 */
export async function recordVoice(form: HTMLFormElement): Promise<Voice | undefined> {
  const bar = form.querySelector<HTMLElement>('.chat-recording');
  const time = bar?.querySelector('[role=timer]');
  if (recorder || !bar || !time) return undefined;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => undefined);
  if (!stream) {
    form.querySelector('.chat-microphone')?.removeAttribute('hidden');
    return undefined;
  }
  const parts: Blob[] = [];
  const recording = new MediaRecorder(stream);
  recorder = recording;
  recording.ondataavailable = ({ data }) => parts.push(data);
  const discarded = new AbortController();
  const ended = new AbortController();
  const discard = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
    event.preventDefault();
    discarded.abort();
    recording.stop();
  };
  bar.querySelector('button')?.addEventListener('click', discard, { signal: ended.signal });
  form.addEventListener('keydown', discard, { signal: ended.signal });
  const began = Date.now();
  const show = () => (time.textContent = toLength(Date.now() - began));
  const timer = setInterval(show, 250);
  show();
  form.classList.add('is-recording');
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
  await new Promise((resolve) => {
    recording.onstop = resolve;
    recording.start();
  });
  recorder = undefined;
  ended.abort();
  clearInterval(timer);
  form.classList.remove('is-recording');
  for (const track of stream.getTracks()) track.stop();
  if (discarded.signal.aborted) {
    form.querySelector('textarea')?.focus();
    return undefined;
  }
  const type = recording.mimeType.split(';')[0] ?? 'audio/webm';
  const blob = new Blob(parts, { type });
  const file = new File([blob], `voice.${type.split('/')[1] ?? 'webm'}`, { type });
  return { file, ...(await measure(blob).catch(() => ({ waveform: '', length: 0 }))) };
}

const toLength = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * Measures the waveform, two digits per bar from 00 to 99, and the duration in milliseconds, which recorded
 * files lack.
 */
async function measure(blob: Blob): Promise<Omit<Voice, 'file'>> {
  const context = new AudioContext();
  const decoded = await context.decodeAudioData(await blob.arrayBuffer());
  const sound = decoded.getChannelData(0);
  await context.close();
  const width = Math.max(1, Math.floor(sound.length / bars));
  const peaks = Array.from({ length: bars }, (_, i) =>
    sound.subarray(i * width, (i + 1) * width).reduce((max, value) => Math.max(max, Math.abs(value)), 0),
  );
  const loudest = Math.max(...peaks, 0.01);
  return {
    waveform: peaks.map((peak) => String(Math.round((peak / loudest) * 99)).padStart(2, '0')).join(''),
    length: Math.round(decoded.duration * 1000),
  };
}

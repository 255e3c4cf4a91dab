import { writeFile } from 'node:fs/promises';
import { seconds } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import type { IncomingFile } from '../../src/social/chat/messages/message-files.ts';
import { storeUpload } from '../../src/social/uploads/uploads.ts';
import { uploadPainting } from './hang.ts';
import { toSubject } from './paint/paint.ts';

const samplesASecond = 8000;
const bars = 48;

/** Creates the file for `[photo hills]`, `[voice 14]` or `[file filings.csv]` in a demo message. */
export async function createAttachment(
  app: App,
  owner: { id: string },
  what: string,
  of: string,
): Promise<IncomingFile> {
  if (what === 'photo')
    return {
      path: await uploadPainting(app, owner, toSubject(of), `chat ${of}`),
      kinds: ['photos'],
      field: 'photo',
    };
  const file = await app.files.newTemporary();
  if (what === 'voice') {
    await writeFile(file, synthesizeVoice(Number(of)));
    const path = await storeUpload(app, owner, {
      file,
      name: 'voice.wav',
      kind: 'voice_notes',
    });
    return {
      path,
      kinds: ['voice_notes'],
      field: 'voice_note',
      waveform: waveform(),
      milliseconds: seconds(Number(of)),
    };
  }
  await writeFile(file, 'distance,filings\n1,412\n2,103\n3,46\n4,26\n');
  const path = await storeUpload(app, owner, { file, name: of, kind: 'file' });
  return { path, kinds: ['file'], field: 'files' };
}

/** Volume of a voice speaking in sentences. */
const loudness = (place: number) =>
  Math.abs(Math.sin(place * 19) * Math.cos(place * 7)) * (0.35 + 0.65 * Math.abs(Math.sin(place * 3)));

const waveform = () => Array.from({ length: bars }, (_, bar) => Math.round(8 + 88 * loudness(bar / bars)));

/** A synthetic voice: a tone of the given length in seconds, as a WAV file. */
function synthesizeVoice(length: number): Buffer {
  const samples = length * samplesASecond;
  const data = Buffer.alloc(44 + samples);
  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(36 + samples, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(1, 20);
  data.writeUInt16LE(1, 22);
  data.writeUInt32LE(samplesASecond, 24);
  data.writeUInt32LE(samplesASecond, 28);
  data.writeUInt16LE(1, 32);
  data.writeUInt16LE(8, 34);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(samples, 40);
  for (let n = 0; n < samples; n++)
    data[44 + n] =
      128 + Math.round(60 * loudness(n / samples) * Math.sin((n * 2 * Math.PI * 160) / samplesASecond));
  return data;
}

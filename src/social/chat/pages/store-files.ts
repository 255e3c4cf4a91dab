import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { detectType } from '../../../platform/files/detect-type.ts';
import { kindByType, largestOf, uploadKinds } from '../../uploads/decide-type.ts';
import { receiveUpload } from '../../uploads/receive-upload.ts';
import type { SentFile } from '../messages/message-files.ts';
import { maxFiles } from '../messages/message.ts';

/** The files that a message form accepts. */
export const filesOfMessage = {
  fields: ['files', 'voice_note'],
  multiple: true,
  max: maxFiles,
  bytes: (config: Config) => Math.max(...uploadKinds.map((kind) => largestOf(config, kind))),
};

/** Stores the files of a message form before the message itself. */
export async function storeFiles(
  app: App,
  viewer: Viewer,
  files: readonly Upload[],
  { waveform, length }: { waveform?: string | undefined; length?: number | undefined } = {},
): Promise<SentFile[]> {
  const stored: SentFile[] = [];
  for (const { field, file, name } of files) {
    if (file === undefined) continue;
    const kind = field === 'voice_note' ? 'voice_notes' : kindByType(await detectType(file));
    const taken = await receiveUpload(app, viewer, { file, name, kind });
    if (!('path' in taken)) continue;
    const sent: SentFile = { path: taken.path, kinds: [kind], field: 'files' };
    stored.push(
      kind === 'voice_notes' && waveform
        ? { ...sent, waveform: toWaveform(waveform), milliseconds: length }
        : sent,
    );
  }
  return stored;
}

/** Two digits per bar. */
const toWaveform = (digits: string): number[] =>
  (/^\d{2,400}$/.exec(digits)?.[0].match(/\d\d/g) ?? []).slice(0, 64).map(Number);

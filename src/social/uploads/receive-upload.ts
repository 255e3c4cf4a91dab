import { days, minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { enforce } from '../../platform/limits.ts';
import { storeUpload, type SentFile } from './store-upload.ts';
import { receiveChunk, type Part, type UploadResult } from './receive-chunk.ts';

/** Receives a file, whole or in parts in any order. */
export async function receiveUpload(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  sent: SentFile,
  part?: Part,
): Promise<UploadResult> {
  if (part && part.total > 1) return receiveChunk(app, viewer, sent, part, () => countUpload(app, viewer));
  await countUpload(app, viewer);
  return { path: await storeUpload(app, viewer, sent) };
}

async function countUpload({ limits, config }: App, { id }: Pick<Viewer, 'id'>): Promise<void> {
  const lately = { name: 'upload', calls: config.UPLOAD_LIMIT, within: minutes(30) };
  enforce(await limits.consume(lately, id));
  const today = { name: 'upload:day', calls: config.UPLOAD_DAY_LIMIT, within: days(1), durable: true };
  enforce(await limits.consume(today, id));
}

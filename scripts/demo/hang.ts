import { writeFile } from 'node:fs/promises';
import type { App } from '../../src/platform/app.ts';
import { storeUpload } from '../../src/social/uploads/uploads.ts';
import { paint, type Subject } from './paint/paint.ts';

/** Paints a picture and uploads it for an account. Returns its path. */
export async function uploadPainting(
  app: App,
  owner: { id: string },
  subject: Subject,
  seed: string,
): Promise<string> {
  const file = await app.files.newTemporary();
  await writeFile(file, await paint(subject, seed));
  return storeUpload(app, owner, { file, name: `${subject}.jpg`, kind: 'photos' });
}

import { rm, writeFile } from 'node:fs/promises';
import type { App } from '../src/platform/app.ts';
import type { UploadKind } from '../src/social/uploads/decide-type.ts';
import { storeUpload } from '../src/social/uploads/uploads.ts';

/** Uploads a file for an account. Returns its path. */
export async function upload(
  app: App,
  owner: { id: string },
  body: Buffer,
  { kind = 'photos', name = 'picture.png' }: { kind?: UploadKind; name?: string } = {},
): Promise<string> {
  const file = await app.files.newTemporary();
  try {
    await writeFile(file, body);
    return await storeUpload(app, owner, { file, name, kind });
  } finally {
    await rm(file, { force: true });
  }
}

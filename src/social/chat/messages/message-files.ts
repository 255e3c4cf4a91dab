import { Type } from 'typebox';
import type { App, Viewer } from '../../../platform/app.ts';
import { addJob, job } from '../../../platform/jobs/jobs.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';
import { useUpload } from '../../uploads/uploads.ts';

/** An uploaded file of the sender, identified by the path that the upload returned. */
export interface IncomingFile {
  path: string;
  /** Allowed kinds. */
  kinds: readonly UploadKind[];
  /** The field that errors refer to. */
  field: string;
  waveform?: readonly number[];
  /** Duration, if the file itself does not contain it, as in browser recordings. */
  milliseconds?: number | undefined;
}

/** Attaches files to a message. Throws the same error for a file of another account as for a missing one. */
export async function addMessageFiles(
  app: App,
  viewer: Viewer,
  messageId: string,
  files: readonly IncomingFile[],
): Promise<void> {
  for (const [position, { path, kinds, field, waveform, milliseconds }] of files.entries()) {
    await useUpload(app, viewer, path, { kinds, field });
    const upload = await app.db
      .selectFrom('social.upload')
      .where('path', '=', path)
      .select(['small_path', 'kind', 'name', 'type', 'bytes', 'width', 'height', 'milliseconds'])
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('social.message_file')
      .values({
        ...upload,
        message_id: messageId,
        position,
        path,
        milliseconds: upload.milliseconds ?? milliseconds ?? null,
        waveform: waveform ? [...waveform] : null,
      })
      .execute();
  }
}

/** Copies the files of a message to the one that forwards it. */
export async function copyFiles({ db }: App, fromId: string, toId: string): Promise<void> {
  const columns = [
    ...(['position', 'path', 'small_path', 'kind', 'name', 'type', 'bytes'] as const),
    ...(['width', 'height', 'milliseconds', 'waveform'] as const),
  ] as const;
  await db
    .insertInto('social.message_file')
    .columns(['message_id', ...columns])
    .expression((eb) =>
      eb
        .selectFrom('social.message_file')
        .where('message_id', '=', fromId)
        .select([eb.val(toId).$castTo<string>().as('message_id'), ...columns]),
    )
    .execute();
}

/**
 * Detaches the files of a message and deletes those that no other message uses, so that their URLs stop
 * working. Files of a reported message are kept for its case.
 */
export async function removeFiles(app: App, messageId: string): Promise<void> {
  const removed = await app.db
    .deleteFrom('social.message_file')
    .where('message_id', '=', messageId)
    .returning(['path', 'small_path'])
    .execute();
  const reported = await app.db
    .selectFrom('social.case_message')
    .where('message_id', '=', messageId)
    .limit(1)
    .select('case_id')
    .executeTakeFirst();
  if (reported) return;
  for (const { path, small_path } of removed) {
    const other = await app.db
      .selectFrom('social.message_file')
      .where('path', '=', path)
      .limit(1)
      .select('path')
      .executeTakeFirst();
    if (other) continue;
    await app.db.deleteFrom('social.upload').where('path', '=', path).execute();
    await addJob(app, removeMessageFiles, { paths: [path, small_path].filter((each) => each !== null) });
  }
}

/** Deletes files that no message uses. */
export const removeMessageFiles = job(
  'social.remove-message-files',
  Type.Object({ paths: Type.Array(Type.String()) }),
  async ({ files }, { paths }) => {
    for (const path of paths) await files.remove(path);
  },
);

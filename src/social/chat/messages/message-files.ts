import type { App } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { UploadKind } from '../../uploads/decide-type.ts';
import { removeMessageFiles } from './remove-files-job.ts';
import { useUpload } from '../../uploads/use-upload.ts';

/** A file of the sender's, by the path that its upload was answered with. */
export interface SentFile {
  path: string;
  /** What it may be. */
  kinds: readonly UploadKind[];
  /** Where a problem is named. */
  field: string;
  waveform?: readonly number[];
  /** How long it is, where the file itself does not say so, as what browsers record. */
  milliseconds?: number | undefined;
}

/** Notes what a message shows; a file of another's is refused in the same words as one that is not there. */
export async function addFiles(
  app: App,
  viewer: Viewer,
  messageId: string,
  files: readonly SentFile[],
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

/** Copies the files of one message to another, which forwards it. */
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
 * Removes what a message shows, and each file that no other message shows. Its path is not to be found again. Files of a reported
 * message stay with its case.
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

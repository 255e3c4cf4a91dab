import { sql } from 'kysely';
import { createHmac } from 'node:crypto';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Viewer } from '../../platform/app.ts';
import { newPath } from '../../platform/files/path.ts';
import { largestOf, type UploadKind } from './decide-type.ts';
import { beginUpload, completePart, maxConcurrentUploads } from './receive-upload.ts';
import type { UploadPart, UploadResult } from './receive-upload.ts';
import { maxSendingWait } from './remove-unused.ts';
import { refuseFullStorage, type SentFile } from './uploads.ts';

const type = 'application/octet-stream';

/** Where a client sends a file, and what it calls with afterwards. */
interface DirectUpload {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
  ticket: string;
  expiresAt: Date;
}

/**
 * Lets a client send a file, or a part of one, straight to the bucket. What it sends is checked by `finishDirectUpload`
 * as any other upload. Until it is deleted by `removeUnused`, whatever may be sent counts toward the storage of the member.
 */
export const startDirectUpload = verb(
  { name: 'uploads.start', who: 'member', limit: perAccount(1200, minutes(30)) },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    { kind, bytes, part }: { kind: UploadKind; bytes: number; part: UploadPart },
  ): Promise<DirectUpload> => {
    const { files, config, clock } = app;
    if (!files.signPut)
      throw new Problem('missing', msg('Files are not sent to a bucket here. Send them to data/upload.'));
    const largest = largestOf(config, kind);
    if (bytes > largest)
      throw new Problem(
        'too-large',
        msg('Files of this type can be up to {value} MiB', { value: largest / 1024 / 1024 }),
        { field: 'size' },
      );
    const coming = (await getPromised(app, viewer)) + bytes;
    await refuseFullStorage(app, viewer, { coming, field: 'size' });
    if (coming > maxConcurrentUploads * largest)
      throw new Problem('conflict', msg('Too much is being uploaded. Try again in an hour.'), {
        field: 'size',
        retryAfter: 3600,
      });
    await beginUpload(app, viewer, kind, part);
    const path = newPath('chunks', type, clock.now());
    await app.db
      .insertInto('social.direct_upload')
      .values({ path, account_id: viewer.id, bytes, created_at: clock.now() })
      .execute();
    const url = await files.signPut(path, bytes, maxSendingWait);
    return {
      url,
      method: 'PUT',
      // The length is part of the signature, so nothing longer is accepted.
      headers: { 'content-length': String(bytes), 'content-type': type },
      ticket: `${path}~${bytes}~${sign(app, viewer, part, path, bytes)}`,
      expiresAt: new Date(clock.now().getTime() + maxSendingWait),
    };
  },
);

/** Bytes that a member may have sent to the bucket, besides what is stored. */
async function getPromised({ db }: App, { id }: Pick<Viewer, 'id'>): Promise<number> {
  const { bytes } = await db
    .selectFrom('social.direct_upload')
    .where('account_id', '=', id)
    .select(sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Checks and stores a file that is in the bucket, once all of its parts are. Calling it again changes nothing. */
export const finishDirectUpload = verb(
  { name: 'uploads.finish', who: 'member', limit: perAccount(1200, minutes(30)) },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    sent: Omit<SentFile, 'file'>,
    part: UploadPart,
    ticket: string,
  ): Promise<UploadResult> => {
    const [path = '', size = '', signature = ''] = ticket.split('~');
    const bytes = Number(size);
    if (!sameSecret(signature, sign(app, viewer, part, path, bytes)))
      throw invalid('ticket', msg('ticket is not one of yours for this file. Start again.'));
    const id = await beginUpload(app, viewer, sent.kind, part);
    const found = await app.files.find(path);
    // A repeated call, whose parts are already one file, needs no part.
    if (found && found.size !== bytes) throw notSent();
    return completePart(app, viewer, id, { ...sent, file: '' }, part, found && { path, bytes }, notSent);
  },
);

const notSent = () => invalid('ticket', msg('The file was not sent to the bucket yet'));

const sign = (
  { config }: Pick<App, 'config'>,
  { id }: Pick<Viewer, 'id'>,
  { guid, index, total }: UploadPart,
  path: string,
  bytes: number,
): string =>
  createHmac('sha256', config.secretKey)
    .update(`direct upload\n${JSON.stringify([id, guid, index, total, path, bytes])}`)
    .digest('base64url');

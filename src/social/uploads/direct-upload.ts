import { createHmac } from 'node:crypto';
import { invalid, Problem } from '../../kernel/problem.ts';
import { sameSecret } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import { msg } from '../../kernel/message.ts';
import type { App } from '../../platform/app.ts';
import { newPath } from '../../platform/files/path.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { perAccount, verb } from '../../platform/verb.ts';
import { largestOf, type UploadKind } from './decide-type.ts';
import { beginUpload, completePart, type Part, type UploadResult } from './receive-upload.ts';
import { refuseFullStorage, type SentFile } from './uploads.ts';

/** How long a client may take to begin to send a file to the bucket. */
const maxWait = minutes(15);
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
 * as any other upload. What is never finished is deleted as other unused files are.
 */
export const startDirectUpload = verb(
  { name: 'uploads.start', who: 'member', limit: perAccount(1200, minutes(30)) },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    { kind, bytes, part }: { kind: UploadKind; bytes: number; part: Part },
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
    await refuseFullStorage(app, viewer, { coming: bytes, field: 'size' });
    await beginUpload(app, viewer, kind, part);
    const path = newPath('chunks', type, clock.now());
    const url = await files.signPut(path, bytes, maxWait);
    return {
      url,
      method: 'PUT',
      // The length is part of the signature, so nothing longer is accepted.
      headers: { 'content-length': String(bytes), 'content-type': type },
      ticket: `${path}~${bytes}~${sign(app, viewer, part, path, bytes)}`,
      expiresAt: new Date(clock.now().getTime() + maxWait),
    };
  },
);

/** Checks and stores a file that is in the bucket, once all of its parts are. Calling it again changes nothing. */
export const finishDirectUpload = verb(
  { name: 'uploads.finish', who: 'member', limit: perAccount(1200, minutes(30)) },
  async (
    app: App,
    viewer: Pick<Viewer, 'id'>,
    sent: Omit<SentFile, 'file'>,
    part: Part,
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
  { guid, index, total }: Part,
  path: string,
  bytes: number,
): string =>
  createHmac('sha256', config.secretKey)
    .update(`direct upload\n${JSON.stringify([id, guid, index, total, path, bytes])}`)
    .digest('base64url');

import { createHash } from 'node:crypto';

/** A weak ETag of a body, the same for all encodings. */
export const tagOf = (body: string | Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** Whether an `If-None-Match` header contains the ETag. */
export const namesTag = (sent: string | undefined, etag: string): boolean =>
  sent
    ?.split(',')
    .some((each) => ['*', etag.replace(/^W\//, '')].includes(each.trim().replace(/^W\//, ''))) ?? false;

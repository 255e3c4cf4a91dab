import { msg, Problem } from '../../kernel/problem.ts';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type { Config } from '../settings/config.ts';
import { typeOfPath } from './path.ts';
import type { Store } from './store.ts';

type S3 = typeof Sdk;

export type S3Settings = Pick<
  Config,
  | 'S3_BUCKET'
  | 'S3_DIRECT_UPLOADS'
  | 'S3_REGION'
  | 'S3_ENDPOINT'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
>;

/** A file store in an S3 bucket. The SDK is large, so it is loaded on first use. */
export function openS3(settings: S3Settings): Store {
  let opened: Promise<{ s3: S3; client: Sdk.S3Client }> | undefined;
  const open = () =>
    (opened ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client(toOptions(settings)),
    })));

  /** Runs one command. Returns undefined if the object does not exist. */
  const ask = async <T>(work: (s3: S3, client: Sdk.S3Client) => Promise<T>): Promise<T | undefined> => {
    const { s3, client } = await open();
    return work(s3, client).catch((error: unknown) => {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404)
        return undefined;
      throw new Problem('unavailable', msg('File storage is unavailable. Try again shortly.'), {
        retryAfter: 5,
        cause: error,
      });
    });
  };
  const object = (path: string) => ({ Bucket: settings.S3_BUCKET, Key: path });

  const putBody = async (path: string, body: Buffer | Readable, length: number) => {
    const done = await ask((s3, client) =>
      client.send(
        new s3.PutObjectCommand({
          ...object(path),
          Body: body,
          ContentLength: length,
          ContentType: typeOfPath(path),
        }),
      ),
    );
    if (!done) throw new Error(`Bucket ${settings.S3_BUCKET} does not exist`);
  };

  const putFile = async (path: string, file: string) =>
    putBody(path, createReadStream(file), (await stat(file)).size);

  return {
    putFile,
    put: async (path, body) => {
      if (Buffer.isBuffer(body)) return putBody(path, body, body.length);
      // S3 requires the length in advance.
      const temporary = join(tmpdir(), randomUUID());
      try {
        await pipeline(body, createWriteStream(temporary));
        await putFile(path, temporary);
      } finally {
        await rm(temporary, { force: true });
      }
    },
    read: async (path, range) => {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await ask((s3, client) =>
        client.send(new s3.GetObjectCommand({ ...object(path), ...(Range === undefined ? {} : { Range }) })),
      );
      if (!found) return undefined;
      const size = found.ContentLength ?? 0;
      const total = Number(found.ContentRange?.split('/')[1] ?? size);
      return { stream: found.Body as Readable, size, total, type: typeOfPath(path) };
    },
    find: async (path) => {
      const found = await ask((s3, client) => client.send(new s3.HeadObjectCommand(object(path))));
      return found && { size: found.ContentLength ?? 0, type: typeOfPath(path) };
    },
    signPut: settings.S3_DIRECT_UPLOADS
      ? async (path, bytes, within) => {
          const [{ s3, client }, { getSignedUrl }] = await Promise.all([
            open(),
            import('@aws-sdk/s3-request-presigner'),
          ]);
          const command = new s3.PutObjectCommand({ ...object(path), ContentLength: bytes });
          return getSignedUrl(client, command, {
            expiresIn: within / 1000,
            signableHeaders: new Set(['host', 'content-length']),
          });
        }
      : undefined,
    remove: async (path) => {
      await ask((s3, client) => client.send(new s3.DeleteObjectCommand(object(path))));
    },
  };
}

const toOptions = (settings: S3Settings): Sdk.S3ClientConfig => ({
  region: settings.S3_REGION,
  credentials: { accessKeyId: settings.S3_ACCESS_KEY_ID, secretAccessKey: settings.S3_SECRET_ACCESS_KEY },
  // S3-compatible stores often support neither buckets as host names nor Amazon's newest checksums.
  ...(settings.S3_ENDPOINT && { endpoint: settings.S3_ENDPOINT, forcePathStyle: true }),
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: { connectionTimeout: 3000, requestTimeout: 120_000, throwOnRequestTimeout: true },
  maxAttempts: 3,
});

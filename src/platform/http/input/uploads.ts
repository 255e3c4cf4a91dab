import { t } from '../../../kernel/translation/translate.ts';
import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Problem, invalid } from '../../../kernel/problem.ts';
import type { App } from '../../app.ts';
import { roomProblem } from '../../files/disk.ts';
import type { FileLimits, Upload } from '../endpoint.ts';
import { bodyLimit, pathToNul, toFields } from './parsers.ts';

interface Limits {
  max: number;
  bytes: number;
}

/**
 * Reads a multipart form: files to the disk and into `request.uploads`, every other field into `request.body`. However
 * large a file is, little of it is in memory at a time. `dropUploads` goes with it.
 * Other content types are left to their parsers. Empty file inputs, which browsers send as nameless empty files, are no files.
 */
export async function readUploads(
  { files, config }: Pick<App, 'files' | 'config'>,
  request: FastifyRequest,
  { max, bytes }: Pick<FileLimits, 'max' | 'bytes'> = { max: 0, bytes: 0 },
): Promise<void> {
  if (!request.isMultipart()) return;
  const limits = { max, bytes: typeof bytes === 'number' ? bytes : bytes(config) };
  try {
    await readParts(files, request, limits);
  } catch (error) {
    dropUploads(request);
    // Skips the rest of the body: a client that is still sending gets no response before it is done.
    request.raw.unpipe().resume();
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw tooMany(max, error);
    // Refusals carry a status; what the parser itself throws does not, and means that the form is broken.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new Problem('invalid', t('The body is not valid multipart/form-data'), { cause: error });
  }
}

/** Removes what is left of the files of a request, once it is dealt with. */
export function dropUploads(request: FastifyRequest): void {
  for (const { file } of request.uploads)
    if (file !== undefined)
      rm(file, { force: true }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a file that is needed no more could not be removed');
      });
}

const tooMany = (max: number, cause: unknown) =>
  new Problem(
    'too-large',
    max === 0
      ? t('Files cannot be attached here')
      : t('Send at most {max, plural, one {# file} other {# files}}', { max }),
    { cause },
  );

/**
 * Throws a `Problem` that names a field whose file would otherwise be dropped without a word. Separate from reading, so that
 * a form is shown again with what was typed.
 */
export function refuseUnknownFiles(
  uploads: readonly Pick<Upload, 'field'>[],
  { fields, aliases = [], multiple = false }: FileLimits,
): void {
  const seen = new Set<string>();
  for (const { field } of uploads) {
    if (!fields.includes(field) && !aliases.includes(field))
      throw invalid(
        field,
        t('{field} cannot be attached here: send {fields}', { field, fields: inWords(fields) }),
      );
    if (seen.has(field) && !multiple) throw invalid(field, t('Send one file in {field}', { field }));
    seen.add(field);
  }
}

const inWords = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/** Bytes of all fields that are no files, with their names: they are in memory. */
const fieldsLimit = 2 * bodyLimit;

async function readParts(files: App['files'], request: FastifyRequest, limits: Limits): Promise<void> {
  const fields: [string, string][] = [];
  let fieldBytes = 0;
  const parts = request.parts({
    limits: {
      files: limits.max,
      fileSize: limits.bytes,
      fields: 200,
      fieldSize: bodyLimit,
      fieldNameSize: 200,
      parts: 200 + limits.max,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated)
        throw new Problem('too-large', t('{fieldname} is too long', { fieldname: part.fieldname }), {
          field: part.fieldname,
        });
      const value = String(part.value);
      fieldBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
      if (fieldBytes > fieldsLimit)
        throw new Problem(
          'too-large',
          t('The fields of the form are larger than {value} KiB together', { value: fieldsLimit / 1024 }),
        );
      fields.push([part.fieldname, value]);
      continue;
    }
    const upload = new UploadOnDisk(part, await files.newTemporary());
    // Listed before it is written, so that half a file is removed as well.
    request.uploads.push(upload);
    const size = await write(part, upload.file);
    if (part.file.truncated)
      throw new Problem(
        'too-large',
        t('{fieldname} is larger than {bytes}', {
          fieldname: part.fieldname,
          bytes: inMebibytes(limits.bytes),
        }),
        {
          field: part.fieldname,
        },
      );
    if (size > 0 || part.filename) continue;
    request.uploads.pop();
    await rm(upload.file, { force: true });
  }
  const body = toFields(fields);
  const nul = pathToNul(body);
  if (nul !== undefined) throw invalid(nul, t('{nul} contains a NUL character', { nul }));
  request.body = body;
}

async function write(part: MultipartFile, file: string): Promise<number> {
  const target = createWriteStream(file);
  try {
    await pipeline(part.file, target);
    return target.bytesWritten;
  } catch (error) {
    throw roomProblem(error);
  }
}

class UploadOnDisk implements Upload {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly file: string;

  constructor({ fieldname, filename, mimetype }: MultipartFile, file: string) {
    this.field = fieldname.replace(/\[\]$/, '');
    this.name = filename;
    this.type = mimetype;
    this.file = file;
  }

  get body(): Buffer {
    return readFileSync(this.file);
  }
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;

import { msg, Problem, invalid } from '../../../kernel/problem.ts';
import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../app.ts';
import { roomProblem } from '../../files/disk.ts';
import type { FileLimits, Upload } from '../endpoint.ts';
import { bodyLimit, cleanStrings, pathToNul, toFields, tooManyFields } from './parsers.ts';

interface Limits {
  max: number;
  bytes: number;
}

/**
 * Reads a multipart form: files to disk and into `request.uploads`, all other fields into `request.body`.
 * Files are streamed, so little of them is in memory. Call `dropUploads` afterwards. Other content types are
 * left to their parsers. Ignores empty file inputs, which browsers send as nameless empty files.
 */
export async function receiveUploads(
  { files, config }: Pick<App, 'files' | 'config'>,
  request: FastifyRequest,
  { max, bytes }: Pick<FileLimits, 'max' | 'bytes'> = { max: 0, bytes: 0 },
): Promise<void> {
  if (!request.isMultipart()) return;
  const limits = { max, bytes: typeof bytes === 'number' ? bytes : bytes(config) };
  try {
    await getParts(files, request, limits);
  } catch (error) {
    dropUploads(request);
    // Drains the body: a client receives no response until it has finished sending.
    request.raw.unpipe().resume();
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw tooMany(max, error);
    // Rejections have a status. Errors of the parser itself do not, and mean that the form is malformed.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new Problem('invalid', msg('The body is not valid multipart/form-data'), { cause: error });
  }
}

/** Removes the remaining temporary files of a request after it is handled. */
export function dropUploads(request: FastifyRequest): void {
  for (const { file } of request.uploads)
    if (file !== undefined)
      rm(file, { force: true }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'an unused file could not be deleted');
      });
}

const tooMany = (max: number, cause: unknown) =>
  new Problem(
    'too-large',
    max === 0
      ? msg('Files cannot be attached here')
      : msg('Send at most {max, plural, one {# file} other {# files}}', { max }),
    { cause },
  );

/**
 * Throws a `Problem` for a file in a field that does not accept one, which would otherwise be dropped
 * silently. Separate from reading, so the form can be shown again with its values.
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
        msg('{field} cannot be attached here. Send {fields}.', { field, fields: inWords(fields) }),
      );
    if (seen.has(field) && !multiple) throw invalid(field, msg('Send one file in {field}', { field }));
    seen.add(field);
  }
}

const inWords = (names: readonly string[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/** Maximum number of fields that are not files. */
const maxFields = 200;
/** Maximum total bytes of all non-file fields, including their names. They are held in memory. */
const fieldsLimit = 2 * bodyLimit;

async function getParts(files: App['files'], request: FastifyRequest, limits: Limits): Promise<void> {
  const fields: [string, string][] = [];
  let fieldBytes = 0;
  const parts = withCountedParts(request, maxFields + limits.max).parts({
    limits: {
      files: limits.max,
      fileSize: limits.bytes,
      fields: maxFields,
      fieldSize: bodyLimit,
      fieldNameSize: 200,
      parts: maxFields + limits.max,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated)
        throw new Problem('too-large', msg('{fieldname} is too long', { fieldname: part.fieldname }), {
          field: part.fieldname,
        });
      const value = String(part.value);
      fieldBytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value);
      if (fieldBytes > fieldsLimit)
        throw new Problem(
          'too-large',
          msg('The form fields can have at most {value} KiB in total', { value: fieldsLimit / 1024 }),
        );
      fields.push([part.fieldname, value]);
      continue;
    }
    const upload = new UploadOnDisk(part, await files.newTemporary());
    // Registered before writing, so that partial files are removed too.
    request.uploads.push(upload);
    const size = await write(part, upload.file);
    if (part.file.truncated)
      throw new Problem(
        'too-large',
        msg('{fieldname} is larger than {bytes}', {
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
  if (nul !== undefined) throw invalid(nul, msg('{nul} contains a NUL character', { nul }));
  request.body = cleanStrings(body);
}

/**
 * Counts the parts of a form before they are parsed, which costs much more: a chunk has a thousand of them. The parser
 * has its own limit, but parses the rest of a chunk nevertheless.
 */
function withCountedParts(request: FastifyRequest, max: number): FastifyRequest {
  const { raw } = request;
  const [, , boundary = ''] = /boundary=("?)([^";]+)\1/i.exec(raw.headers['content-type'] ?? '') ?? [];
  const separator = `\n--${boundary}`;
  // The last one ends the form.
  let left = max + 1;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (let at = chunk.indexOf(separator); at >= 0; at = chunk.indexOf(separator, at + 1)) left -= 1;
      if (left < 0) done(tooManyFields(maxFields));
      else done(null, chunk);
    },
  });
  raw.once('close', () => raw.readableEnded || counter.destroy());
  raw.pipe(counter);
  const counted = Object.assign(counter, { headers: raw.headers });
  return Object.create(request, { raw: { value: counted } }) as FastifyRequest;
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

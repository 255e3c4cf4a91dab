import type { FastifyRequest } from 'fastify';
import { Problem, invalid } from '../../kernel/problem.ts';
import { bodyLimit, pathToNul, toFields } from './parsers.ts';

/**
 * Reads a multipart form: files into `request.uploads`, every other field into `request.body`.
 * Other content types are left to their parsers. Empty file inputs, which browsers send as nameless empty files, are no files.
 */
export async function readUploads(
  request: FastifyRequest,
  limits: { most: number; bytes: number },
): Promise<void> {
  if (!request.isMultipart()) return;
  await readParts(request, limits).catch((error: unknown) => {
    // Refusals carry a status; what the parser itself throws does not, and means that the form is broken.
    if (error instanceof Problem || (error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new Problem('invalid', 'The body is not valid multipart/form-data', { cause: error });
  });
}

async function readParts(request: FastifyRequest, limits: { most: number; bytes: number }): Promise<void> {
  const fields: [string, string][] = [];
  const parts = request.parts({
    limits: {
      files: limits.most,
      fileSize: limits.bytes,
      fields: 200,
      fieldSize: bodyLimit,
      parts: 200 + limits.most,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated)
        throw new Problem('too-large', `${part.fieldname} is too long`, { field: part.fieldname });
      fields.push([part.fieldname, String(part.value)]);
      continue;
    }
    const body = await part.toBuffer().catch((error: unknown) => {
      throw (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
        ? new Problem(
            'too-large',
            `${part.fieldname} is larger than ${Math.floor(limits.bytes / 1024 / 1024)} MiB`,
            { field: part.fieldname },
          )
        : error;
    });
    if (body.length === 0 && !part.filename) continue;
    request.uploads.push({
      field: part.fieldname.replace(/\[\]$/, ''),
      name: part.filename,
      type: part.mimetype,
      body,
    });
  }
  const body = toFields(fields);
  const nul = pathToNul(body);
  if (nul !== undefined) throw invalid(nul, `${nul} contains a NUL character`);
  request.body = body;
}
